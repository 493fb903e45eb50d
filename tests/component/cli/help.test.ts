import { execFileSync } from 'node:child_process';
import type { Command } from 'commander';
import { createProgram } from '../../../apps/cli/program';
import { policyLimits } from '../../../shared/domain/organization/policy';
import { outdial } from '../../support/command-line';

const silent = { write: () => true };
const program = createProgram(
  {
    stdout: silent,
    stderr: silent,
    env: {},
    signal: new AbortController().signal,
    stdin: () => Promise.resolve(new Uint8Array()),
  },
  () => undefined,
);
const commands = (command: Command): Command[] => [command, ...command.commands.flatMap(commands)];
const pathOf = (command: Command): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()];
const all = commands(program).map((command) => ({ command, path: pathOf(command) }));

/** Completion needs no settings, the doctor finds that they are missing, and every other command gets as far as asking for them. */
function isUnderstood(
  [name, sub]: string[],
  { code, out, err }: { code: number | null; out: string; err: string },
): boolean {
  if (name === 'completion') return code === 0;
  if (sub === 'doctor') return code === 1 && out.includes('MONGODB_URI: is required');
  return err.startsWith(name === 'admin' ? 'error: Invalid settings' : 'error: No API URL is set');
}

describe('the help', () => {
  it.each(all.map(({ path }) => [path.join(' '), path] as const))('of "%s" shows examples', async (name, path) => {
    const { code, out } = await outdial([...path, '--help']);
    expect(code).toBe(0);
    const examples = out.split('Examples:\n')[1] ?? '';
    expect(examples).toContain(`outdial ${name}`);
  });

  it('shows only valid examples', () => {
    const texts = all.map(({ path }) => outdial([...path, '--help']).then(({ out }) => out));
    return Promise.all(texts).then(async (helps) => {
      const examples = helps.flatMap((help) =>
        [...help.matchAll(/^ {2}\$ outdial (.*)$/gm)].map(([, line]) => line ?? ''),
      );
      expect(examples.length).toBeGreaterThan(40);
      // Split like a shell does, all by one shell, without the part behind a pipe.
      const script = examples.map((example) => `printf '%s\\0' ${example.split(/ [|>&]/)[0]}; printf '\\n\\0'`);
      const printed = execFileSync('bash', ['-ec', script.join('\n')], { encoding: 'utf8' }).split('\n\0');
      for (const [index, example] of examples.entries()) {
        const words = (printed[index] ?? '').split('\0').slice(0, -1);
        const { code, out, err } = await outdial(words, { env: { OUTDIAL_URL: undefined } });
        expect({ example, understood: isUnderstood(words, { code, out, err }), err }).toMatchObject({
          example,
          understood: true,
        });
      }
    });
  });

  it('of "admin policy set" has an option for every limit of a policy', async () => {
    const { out } = await outdial(['admin', 'policy', 'set', '--help']);
    const options = [...out.matchAll(/^ +--([a-z-]+) /gm)].map(([, name = '']) => name.replaceAll('-', ''));
    expect(options).toEqual(expect.arrayContaining(policyLimits.map((limit) => limit.toLowerCase())));
  });

  it('reports wrong usage with exit code 2 and a clear message, never a stack trace', async () => {
    for (const args of [
      ['jobs', 'crate'],
      ['jobs', 'get'],
      ['jobs', 'list', '--limit', 'many'],
      ['jobs', 'reschedule', 'job_1', '--at', 'tomorrow'],
      ['jobs', 'create', '--metadata', '[1]'],
      ['nonsense'],
      ['completion', 'tcsh'],
      [],
      ['jobs'],
    ]) {
      const { code, err } = await outdial(args);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(err).toMatch(/\S/);
      expect(err).not.toMatch(/^\s+at /m);
    }
  });
});
