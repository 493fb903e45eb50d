import type { Completable, CompletableOption } from './words';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** In single quotes, for any of the three shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const groups = (commands: readonly Completable[]): string =>
  commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join('|');

const namesOf = (options: readonly CompletableOption[]): string[] => [
  ...new Set(options.flatMap(({ names }) => names)),
];
/** Those behind which a value stands, such as a campaign of the name of a command. */
const takingValues = (commands: readonly Completable[]): string[] =>
  namesOf(commands.flatMap(({ options }) => options.filter(({ takes }) => takes !== 'nothing')));

/**
 * bash and zsh go through the words in the same way: those that lead deeper into the tree are the path. (zsh's own `path`
 * is where it finds programs.)
 */
const findCommand = (commands: readonly Completable[], words: string): string => `  local group="" word next value=""
  for word in ${words}; do
    if [[ -n $value ]]; then value=""; continue; fi
    case "$word" in ${takingValues(commands).join('|')}) value=1; continue ;; esac
    next="\${group:+$group }$word"
    case "$next" in ${groups(commands)}) group="$next" ;; esac
  done`;

/** A branch for each option that takes a value. @param few what a branch does with a few words */
function valueCases({ options }: Completable, few: (words: string) => string, files: string, none: string): string {
  const branch = ({ names, takes }: CompletableOption): string => {
    if (takes === 'nothing') return '';
    const deed = takes === 'file' ? files : takes === 'text' ? none : few(takes.join(' '));
    return `        ${names.join('|')}) ${deed} ;;\n`;
  };
  return options.map(branch).join('');
}

function bash(commands: readonly Completable[]): string {
  const cases = commands.map((command) => {
    const { path, words, options, takesFile } = command;
    const values = valueCases(command, (few) => `words=${quoted(few)}`, 'files=1', 'words=""');
    const known = [...words.map(({ word }) => word), ...options.map(({ names: [long] }) => long)].join(' ');
    const last = `        *) words=${quoted(known)}${takesFile ? '; files=1' : ''} ;;\n`;
    return `    ${quoted(path)})\n      case "$previous" in\n${values}${last}      esac ;;\n`;
  });
  return `# bash completion of outdial:  source <(outdial completion bash)
_outdial() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" files=""
${findCommand(commands, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$group" in
${cases.join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n $files ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _outdial outdial
`;
}

function zsh(commands: readonly Completable[]): string {
  const described = (word: string, does: string) => quoted(`${word}:${does.replaceAll(':', '\\:')}`);
  const cases = commands.map((command) => {
    const { path, words, options, takesFile } = command;
    const values = valueCases(command, (few) => `compadd -- ${few}; return`, '_files; return', 'return');
    const entries = [
      ...words.map(({ word, does }) => described(word, does)),
      ...options.map(({ names: [long], does }) => described(long, does)),
    ];
    const last = `      entries=(${entries.join(' ')})\n${takesFile ? '      _files\n' : ''}      ;;\n`;
    return `    ${quoted(path)})\n      case "$previous" in\n${values}      esac\n${last}`;
  });
  return `#compdef outdial
# zsh completion of outdial:  outdial completion zsh > "\${fpath[1]}/_outdial"
_outdial() {
  local previous="\${words[CURRENT-1]}"
  local -a entries
${findCommand(commands, '"${(@)words[2,CURRENT-1]}"')}
  case "$group" in
${cases.join('')}  esac
  _describe command entries
}
compdef _outdial outdial
# Found through fpath, this file is itself the function's first call.
if [[ "\${funcstack[1]}" == _outdial ]]; then _outdial "$@"; fi
`;
}

function fish(commands: readonly Completable[]): string {
  const paths = commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join(' ');
  const lines = commands.flatMap(({ path, words, options, takesFile }) => {
    const here = `complete -c outdial -n ${quoted(`test (__outdial_command) = ${path === '' ? '""' : `"${path}"`}`)}`;
    return [
      ...(takesFile ? [`${here} -F`] : []),
      ...words.map(({ word, does }) => `${here} -f -a ${word} -d ${quoted(does)}`),
      ...options.map(({ names: [long, short], does, takes }) => {
        const name = `-l ${long.slice(2)}${short === undefined ? '' : ` -s ${short.slice(1)}`}`;
        return `${here} ${name}${fishValue(takes)} -d ${quoted(does)}`;
      }),
    ];
  });
  return `# fish completion of outdial:  outdial completion fish | source
function __outdial_command
  set -l group ""
  set -l value ""
  for word in (commandline -opc)[2..-1]
    if test -n "$value"
      set value ""
      continue
    end
    if contains -- "$word" ${takingValues(commands).join(' ')}
      set value 1
      continue
    end
    set -l next (string trim "$group $word")
    contains -- "$next" ${paths}; and set group "$next"
  end
  echo "$group"
end
complete -c outdial -f
${lines.join('\n')}
`;
}

function fishValue(takes: CompletableOption['takes']): string {
  if (takes === 'nothing') return '';
  if (takes === 'file') return ' -r -F';
  return takes === 'text' ? ' -x' : ` -x -a ${quoted(takes.join(' '))}`;
}

/** The script that teaches a shell the commands. */
export const completionScript = (shell: Shell, commands: readonly Completable[]): string =>
  ({ bash, zsh, fish })[shell](commands);
