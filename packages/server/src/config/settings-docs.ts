import { settingGroups } from './setting.ts';
import { type Setting, settings } from './settings.ts';

const groupNames = Object.keys(settingGroups) as (keyof typeof settingGroups)[];

const settingsOfGroup = (group: keyof typeof settingGroups) =>
  settings.filter((setting) => setting.group === group);

function describeDefault({ fallback, without, needed }: Setting): string {
  const defaultText = fallback === null ? (without ?? '') : `\`${fallback}\``;
  if (!needed) return defaultText;
  return defaultText ? `${defaultText}; **needed in production**` : '**needed in production**';
}

function formatTableRow(setting: Setting): string {
  const name = `\`${setting.name}\`${setting.secret ? ' (secret)' : ''}`;
  return `| ${name} | ${setting.about} | ${describeDefault(setting)} |`;
}

/** Formats the Markdown tables of all settings for `docs/operations.md`, one table for each group. */
export function formatSettingsTables(): string {
  return groupNames
    .map((group) =>
      [
        `**${settingGroups[group]}**\n`,
        '| variable | what | without it |\n|---|---|---|',
        ...settingsOfGroup(group).map(formatTableRow),
      ].join('\n'),
    )
    .join('\n\n');
}

/** Line width of comments in `.env.example`, in characters. */
const COMMENT_WIDTH = 100;

function formatComment(setting: Setting): string {
  const { about, without, fallback } = setting;
  const documentation = fallback === null && without ? `${about}. Without it: ${without}` : about;
  const lines = [''];
  for (const word of documentation.replaceAll('`', '').split(' ')) {
    const lastLine = lines[lines.length - 1] ?? '';
    if (lastLine.length + word.length + 3 > COMMENT_WIDTH) lines.push(word);
    else lines[lines.length - 1] = lastLine ? `${lastLine} ${word}` : word;
  }
  return lines.map((line) => `# ${line}`).join('\n');
}

/** Formats the content of `.env.example`. */
export function formatEnvExample(): string {
  const headLines = [
    '# Guilda runs with none of these: every variable has a default in demo mode.',
    '# Production (NODE_ENV=production) names all that is missing at once. A secret NAME may be read',
    '# from a file that NAME_FILE names. For production copy deploy/guilda.env.example: units and',
    '# compose.yaml set NODE_ENV themselves. Generated from the settings’ schema by `npm run settings`.',
  ].join('\n');
  const groupTexts = groupNames.map((group) => {
    const title = `# --- ${settingGroups[group].toLowerCase()} `.padEnd(80, '-');
    const lines = settingsOfGroup(group).map(
      (setting) => `${formatComment(setting)}\n${setting.name}=${setting.fallback ?? ''}`,
    );
    return [title, ...lines].join('\n');
  });
  return `${[headLines, ...groupTexts].join('\n\n')}\n`;
}
