import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createConfigFixture } from './config-fixture.ts';

const { home, production, problemsOf, remove } = createConfigFixture();
afterAll(remove);

describe('readConfig', () => {
  it('reads secrets from files, without their last line break', () => {
    writeFileSync(join(home, 'token'), `${production.TOKEN_SECRET}\n`);
    const config = readConfig({
      DATA_DIR: join(home, 'data'),
      TOKEN_SECRET_FILE: join(home, 'token'),
    });
    expect(config.tokenSecret).toBe(production.TOKEN_SECRET);
  });

  it('reports secret files that cannot be read, are empty or are given together with the secret', () => {
    writeFileSync(join(home, 'nothing'), '\n');
    const problems = problemsOf({
      PORT: 'abc',
      TOKEN_SECRET_FILE: join(home, 'absent'),
      SMTP_URL_FILE: join(home, 'nothing'),
      DATABASE_URL: 'postgres://localhost/guilda',
      DATABASE_URL_FILE: join(home, 'token'),
    });
    expect(problems).toContain('TOKEN_SECRET_FILE: não é possível ler (ENOENT)');
    expect(problems).toContain('SMTP_URL_FILE: o arquivo está vazio');
    const { SMTP_URL: _, ...rest } = production;
    const problemsWithMissingFile = problemsOf({ ...rest, SMTP_URL_FILE: join(home, 'nothing') });
    expect(problemsWithMissingFile).toContain('SMTP_URL_FILE: o arquivo está vazio');
    expect(problemsWithMissingFile).not.toContain('SMTP_URL é obrigatória');
    expect(problems).toContain('DATABASE_URL e DATABASE_URL_FILE não vão juntas');
    expect(problems).toContain('PORT');
  });

  it('reads every secret from a folder, and reads missing or empty files as absent settings', () => {
    const folder = join(home, 'secrets');
    mkdirSync(folder);
    const { TOKEN_SECRET, SMTP_URL, ...rest } = production;
    const writeSecret = (name: string, content: string) =>
      writeFileSync(join(folder, name), content);
    writeSecret('guilda_token_secret', `${TOKEN_SECRET}\n`);
    writeSecret('guilda_smtp_url', `${SMTP_URL}\n`);
    writeSecret('guilda_stripe_secret_key', '\n');
    const env = { ...rest, SECRET_FILES: join(folder, 'guilda_') };
    expect(readConfig(env).tokenSecret).toBe(TOKEN_SECRET);
    expect(
      problemsOf({ ...env, PAYMENT_PROVIDER: 'stripe' })
        .split('\n')
        .slice(1),
    ).toEqual(
      ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].map(
        (name) =>
          `  - ${name} é obrigatória em produção: é o segredo do arquivo ${name.toLowerCase()}`,
      ),
    );
    writeSecret('guilda_database_url', 'postgres://localhost/other');
    mkdirSync(join(folder, 'guilda_backup_key'));
    const problems = problemsOf(env);
    expect(problems).toContain(
      'DATABASE_URL está definida, e também no arquivo database_url: deixe só',
    );
    expect(problems).toContain('BACKUP_KEY: não é possível ler o arquivo backup_key (EISDIR)');
    expect(problems).not.toMatch(/localhost|guilda_/);
  });
});
