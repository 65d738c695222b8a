export function nodeProblem(version: string): string | null;
export function requireNode(): void;
