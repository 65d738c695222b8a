/** Prints a line for the operator. */
export const printLine = (line: string): boolean => process.stdout.write(`${line}\n`);
