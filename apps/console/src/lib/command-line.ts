/** A text as a shell reads it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

interface Commanded {
  body?: unknown;
  shown: { cli?: readonly string[]; readsBody?: true };
}

/** A request as a command of `outdial`. */
export function asCommandLine({ body, shown }: Commanded): string | undefined {
  if (shown.cli === undefined) return undefined;
  const command = ['npx', 'outdial', ...shown.cli].map(shellWord).join(' ');
  // As it is: `echo` would read the backslashes of JSON.
  return shown.readsBody === true ? `printf '%s' ${shellWord(JSON.stringify(body))} | ${command} --body -` : command;
}
