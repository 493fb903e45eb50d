import type { Completable } from './words';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** In single quotes, for any of the three shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const groups = (commands: readonly Completable[]): string =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join('|');

/** bash and zsh go through the words in the same way: those that lead deeper into the tree are the path. */
const findPath = (commands: readonly Completable[], words: string): string => `  local path="" word next
  for word in ${words}; do
    next="\${path:+$path }$word"
    case "$next" in ${groups(commands)}) path="$next" ;; esac
  done`;

function bash(commands: readonly Completable[]): string {
  const cases = commands.map(({ path, words, choices, fileOptions, takesFile }) => {
    const values = choices.map(({ option, values: few }) => `        ${option}) words=${quoted(few.join(' '))} ;;\n`);
    const files = fileOptions.length === 0 ? '' : `        ${fileOptions.join('|')}) files=1; words="" ;;\n`;
    const last = `        *) words=${quoted(words.map(({ word }) => word).join(' '))}${takesFile ? '; files=1' : ''} ;;\n`;
    return `    ${quoted(path)})\n      case "$previous" in\n${values.join('')}${files}${last}      esac ;;\n`;
  });
  return `# bash completion of outdial:  source <(outdial completion bash)
_outdial() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" files=""
${findPath(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$path" in
${cases.join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _outdial outdial
`;
}

function zsh(commands: readonly Completable[]): string {
  const described = ({ word, does }: Completable['words'][number]) => quoted(`${word}:${does.replaceAll(':', '\\:')}`);
  const cases = commands.map(({ path, words, choices, fileOptions, takesFile }) => {
    const values = choices.map(
      ({ option, values: few }) => `        ${option}) compadd -- ${few.join(' ')}; return ;;\n`,
    );
    const files = fileOptions.length === 0 ? '' : `        ${fileOptions.join('|')}) _files; return ;;\n`;
    const special =
      values.length + files.length === 0 ? '' : `      case "$previous" in\n${values.join('')}${files}      esac\n`;
    const named = `      entries=(${words.map(described).join(' ')})\n`;
    return `    ${quoted(path)})\n${special}${named}${takesFile ? '      _files\n' : ''}      ;;\n`;
  });
  return `#compdef outdial
# zsh completion of outdial:  outdial completion zsh > "\${fpath[1]}/_outdial"
_outdial() {
  local previous="\${words[CURRENT-1]}"
  local -a entries
${findPath(commands, '"${(@)words[2,CURRENT-1]}"')}
  case "$path" in
${cases.join('')}  esac
  _describe command entries
}
compdef _outdial outdial
`;
}

function fish(commands: readonly Completable[]): string {
  const paths = commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join(' ');
  const lines = commands.flatMap(({ path, words, choices, fileOptions, takesFile }) => {
    const here = `complete -c outdial -n ${quoted(`test (__outdial_path) = ${path === '' ? '""' : `"${path}"`}`)}`;
    const values = new Map(choices.map(({ option, values: few }) => [option, few.join(' ')]));
    return [
      ...(takesFile ? [`${here} -F`] : []),
      ...words.map(({ word, does }) => {
        const about = `-d ${quoted(does)}`;
        if (!word.startsWith('--')) return `${here} -f -a ${word} ${about}`;
        const few = values.get(word);
        const value = few !== undefined ? ` -x -a ${quoted(few)}` : fileOptions.includes(word) ? ' -r -F' : '';
        return `${here} -l ${word.slice(2)}${value} ${about}`;
      }),
    ];
  });
  return `# fish completion of outdial:  outdial completion fish | source
function __outdial_path
  set -l path ""
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$path $word")
    contains -- "$next" ${paths}; and set path "$next"
  end
  echo "$path"
end
complete -c outdial -f
${lines.join('\n')}
`;
}

/** The script that teaches a shell the commands. */
export const completionScript = (shell: Shell, commands: readonly Completable[]): string =>
  ({ bash, zsh, fish })[shell](commands);
