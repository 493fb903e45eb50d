import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { asCommandLine } from '../../../apps/console/src/lib/command-line';

const request = (body: unknown, shown: { cli?: string[]; readsBody?: true }) => ({ body, shown });

describe('the command line of a request', () => {
  it('is absent if there is none, and quotes what a shell would read', () => {
    expect(asCommandLine(request({}, {}))).toBeUndefined();
    expect(asCommandLine(request({}, { cli: ['calls', 'stop', 'call_1', '--reason', "it's late"] }))).toBe(
      `npx outdial calls stop call_1 --reason 'it'\\''s late'`,
    );
  });

  it('gives a body to the command as it is', () => {
    const text = fc.string({ unit: fc.constantFrom('a', "'", '"', '\\', '%', '$', '\n', ' ') });
    fc.assert(
      fc.property(text, (Name) => {
        const command = asCommandLine(request({ Name }, { cli: ['campaigns', 'create'], readsBody: true })) ?? '';
        const [print = ''] = command.split(' | npx outdial ');
        expect(command.endsWith(' | npx outdial campaigns create --body -')).toBe(true);
        expect(JSON.parse(execFileSync('sh', ['-c', print], { encoding: 'utf8' }))).toEqual({ Name });
      }),
      { numRuns: 30 },
    );
  });
});
