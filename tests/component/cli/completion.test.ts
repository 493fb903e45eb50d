import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { collectCompletables } from '../../../apps/cli/completion/completables';
import { createProgram } from '../../../apps/cli/program';
import { outdial } from '../../support/command-line';

type Shell = 'bash' | 'zsh' | 'fish';
/** The path of the completion script in the search path of each shell. */
const files: Record<Shell, string> = { bash: 'outdial.bash', zsh: '_outdial', fish: 'fish/completions/outdial.fish' };

const silent = { write: () => true };
const signal = new AbortController().signal;
const stdin = () => Promise.resolve(new Uint8Array());
const program = createProgram({ stdout: silent, stderr: silent, env: {}, signal, stdin }, () => undefined);

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outdial-completion-'));
  mkdirSync(join(folder, 'fish/completions'), { recursive: true });
  for (const [shell, file] of Object.entries(files))
    writeFileSync(join(folder, file), (await outdial(['completion', shell])).out);
  // fish completes only names that it can run.
  writeFileSync(join(folder, 'outdial'), '#!/bin/sh\n', { mode: 0o755 });
  mkdirSync(join(folder, 'here'));
  writeFileSync(join(folder, 'here/contacts.csv'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program in a folder with one file. @returns the lines that it prints */
const lines = (command: string, args: readonly string[]): string[] => {
  const env = {
    PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    TERM: 'dumb',
  };
  const options = { encoding: 'utf8', cwd: join(folder, 'here'), env, timeout: 20_000, stdio: 'pipe' } as const;
  return execFileSync(command, args, options)
    .split(/\r?\n/)
    .filter((line) => line !== '');
};

const bashScript = `source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _outdial; printf '%s\\n' "\${COMPREPLY[@]}"`;

/** Presses Tab in a pseudo-terminal of zsh, and prints the candidates that its completion adds. */
const zshScript = `zmodload zsh/zpty || exit 3
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \\$fpath); autoload -Uz compinit; compinit -u -D; source $1/report.zsh; echo rea''dy"
while zpty -r shell line; do [[ $line == *ready* ]] && break; done
zpty -w -n shell "$2"$'\\t'
while zpty -r shell line; do print -r -- "$line"; [[ $line == *candidate:end* ]] && break; done
zpty -d shell`;
const zshReport = `bindkey '^I' complete-word
report-end() { print -r -- candidate:end }
comppostfuncs=(report-end)
compadd() {
  local -a added
  if [[ " $* " != *' -'[AOD]' '* ]]; then builtin compadd -A added "$@"; print -rl -- candidate:$^added; fi
  builtin compadd "$@"
}`;

/** Completes the last of these words. @returns the candidates */
const offered: Record<Shell, (...words: string[]) => string[]> = {
  bash: (...words) => lines('bash', ['-c', bashScript, 'bash', join(folder, files.bash), 'outdial', ...words]),
  zsh: (...words) => {
    writeFileSync(join(folder, 'report.zsh'), zshReport);
    return lines('zsh', ['-f', '-c', zshScript, 'zsh', folder, ['outdial', ...words].join(' ')])
      .map((line) => /candidate:(.*)$/.exec(line)?.[1] ?? 'end')
      .filter((word) => word !== 'end');
  },
  fish: (...words) =>
    lines('fish', ['-c', `complete -C "$argv[1]"`, ['outdial', ...words].join(' ')]).map(
      (line) => line.split('\t')[0]!,
    ),
};

const isHere = (shell: Shell): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((path) => {
    try {
      accessSync(join(path, shell), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s contains every command', async (shell) => {
    const { out, code } = await outdial(['completion', shell]);
    expect(code).toBe(0);
    for (const { path } of collectCompletables(program)) expect(out).toContain(path);
    if (shell === 'bash') execFileSync('bash', ['-n'], { input: out });
  });

  it('distinguishes values from commands: an option takes a value in every command or in none', () => {
    const taking = new Map<string, boolean>();
    for (const { options } of collectCompletables(program))
      for (const { names, value: takes } of options)
        for (const name of names) {
          const before = taking.get(name) ?? takes !== 'nothing';
          expect({ name, takes: takes !== 'nothing' }).toEqual({ name, takes: before });
          taking.set(name, before);
        }
    expect(taking.size).toBeGreaterThan(30);
  });

  // Each script runs in its shell; bash is a prerequisite, the other shells are optional.
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    (shell === 'bash' || isHere(shell) ? describe : describe.skip)(
      isHere(shell) ? `in ${shell}` : `in ${shell}, which is not installed here`,
      () => {
        it.each([
          [['cam'], ['campaigns']],
          [['jobs', 'watch', 'job_1', '--exit'], ['--exit-status']],
          [['--json', 'webhooks', 'rot'], ['rotate-secret']],
          [
            ['listen', 'job_1', '--channel', ''],
            ['bot', 'user'],
          ],
          [['jobs', 'list', '--state', 'comp'], ['completed']],
          [['jobs', 'list', '--state', 'failed', '--state', 'can'], ['canceled']],
          [['jobs', 'export', '--created-b'], ['--created-before']],
          [['import', 'con'], ['contacts.csv']],
          [['jobs', 'create', '--body', 'con'], ['contacts.csv']],
          [['jobs', 'export', '-o', 'con'], ['contacts.csv']],
          // The value of an option is not a command, and free text has no candidates.
          [['--campaign', 'jobs', 'jobs', 'li'], ['list']],
          [['--campaign', ''], []],
        ])('completes %j to %j', (words, expected) => {
          expect(offered[shell](...words).sort()).toEqual(expected);
        });

        it('offers everything that may follow', () => {
          expect(offered[shell]('jobs', '')).toEqual(expect.arrayContaining(['create', 'watch', 'explain', 'export']));
          expect(offered[shell]('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
          expect(offered[shell]('jobs', 'create', '--')).toEqual(
            expect.arrayContaining(['--phone', '--json', '--help']),
          );
        });
      },
    );
});
