import { type Finding, failedFinding, passedFinding } from '../platform/findings.ts';

const formatMigrationCount = (names: readonly string[]) =>
  names.length === 1 ? '1 migração' : `${names.length} migrações`;

/**
 * Compares the applied migrations with those of this version of the program.
 * @param appliedNames names of the applied migrations in order; null for a database that the program never used
 */
export function migrationFinding(
  knownNames: readonly string[],
  appliedNames: readonly string[] | null,
): Finding {
  if (appliedNames === null)
    return passedFinding('O banco está vazio: o primeiro início o prepara.');
  const newestName = appliedNames.at(-1) ?? '';
  const pendingMigrations = knownNames.filter((name) => !appliedNames.includes(name));
  const unknownMigrations = appliedNames.filter((name) => !knownNames.includes(name));
  const missedMigrations = pendingMigrations.filter(
    (name) => name < newestName && unknownMigrations.length === 0,
  );
  if (missedMigrations.length > 0) {
    return failedFinding(
      `Falta no banco ${missedMigrations.join(', ')}, que vem antes do que ele já tem: o início se recusa.`,
      'Os arquivos de packages/server/migrations são de outra versão: instale a Guilda de novo, inteira.',
    );
  }
  if (unknownMigrations.length > 0) {
    return failedFinding(
      `O banco está ${formatMigrationCount(unknownMigrations)} à frente deste programa.`,
      'Atualize este programa; uma versão anterior só serve enquanto se volta de uma atualização.',
    );
  }
  if (pendingMigrations.length === 0)
    return passedFinding('O banco está na versão deste programa.');
  return passedFinding(
    `O banco espera ${formatMigrationCount(pendingMigrations)}, que o próximo início faz: copie-o antes.`,
  );
}
