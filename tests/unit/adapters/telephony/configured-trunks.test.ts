import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  configuredTrunks,
  readTrunksFile,
  readTrunksWithSecrets,
} from '../../../../shared/adapters/telephony/configured-trunks';
import { createOverridesValidator, findPinnedTrunkProblems } from '../../../../shared/adapters/telephony/overrides';
import { SettingsError } from '../../../../shared/config/load';

const folder = mkdtempSync(join(tmpdir(), 'trunks-'));
const path = join(folder, 'trunks.json');
afterAll(() => rmSync(folder, { recursive: true }));
const write = (content: unknown): string => {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('the trunks of an installation', () => {
  it('are those of the file, with their limits, and the lines of the other providers, in the order of the list', () => {
    const login = { Username: 'outdial', Password: '$env:TRUNK_PASSWORD' };
    const limits = { MaxCalls: 30, CallsPerSecond: 2, Organizations: ['org_1'] };
    const main = { Name: 'main', URI: 'sip:carrier.example', ...login, ...limits };
    const SIP_TRUNKS = write([main, { Name: 'old', URI: 'sip:192.0.2.1', Disabled: true }]);
    const trunks = configuredTrunks({ CALL_PROVIDER: ['asterisk', 'sip'], SIP_TRUNKS });
    expect(trunks.map(({ name, disabled }) => [name, disabled])).toEqual([
      ['asterisk', undefined],
      ['sip/main', false],
      ['sip/old', true],
    ]);
    expect(trunks.map(({ organizations }) => organizations)).toEqual([undefined, ['org_1'], undefined]);
    expect(readTrunksFile(SIP_TRUNKS)[0]?.pacing).toEqual({ MaxConcurrentCalls: 30, MaxCallsPerMinute: 120 });
    expect(readTrunksWithSecrets(SIP_TRUNKS, () => 'hunter2')[0]?.Password).toBe('hunter2');
    expect(() => readTrunksWithSecrets(SIP_TRUNKS, () => undefined)).toThrow('the environment has no TRUNK_PASSWORD');
  });

  it.each<[string, unknown, string]>([
    ['is no JSON', '[{"Password": "hunter2"', 'is no JSON'],
    ['has no trunk', [], 'the file'],
    [
      'names two alike',
      [
        { Name: 'a', URI: 'sip:a.example' },
        { Name: 'a', URI: 'sip:b.example' },
      ],
      'Two trunks have one name.',
    ],
    ['has a wrong field', [{ Name: 'a/b', Password: 'hunter2' }], '0.Name'],
  ])('are refused if the file %s, without its content', (_name, content, problem) => {
    expect(() => readTrunksFile(write(content))).toThrow(SettingsError);
    expect(() => readTrunksFile(path)).toThrow(problem);
    expect(() => readTrunksFile(path)).toThrow(/^((?!hunter2).)*$/s);
  });

  it('are refused if there is no file', () => {
    expect(() => readTrunksFile(join(folder, 'missing.json'))).toThrow('SIP_TRUNKS: The file cannot be read (ENOENT).');
  });
});

describe('a trunk that a campaign or a job names', () => {
  const trunks = [{ name: 'sip/main' }, { name: 'sip/old', disabled: true }, { name: 'simulated' }];
  const validate = createOverridesValidator(trunks);
  const problemsOf = (overrides: Parameters<typeof validate>[0], pointer: string, orgId = 'org_1') =>
    validate(overrides, { pointer, orgId });
  const pointersOf = (problems: { pointer: string }[]) => problems.map(({ pointer }) => pointer);

  it.each(['sip', 'sip/main', 'sip/old', 'simulated'])('may be %s', (Trunk) => {
    expect(problemsOf({ Trunk }, '/Defaults')).toEqual([]);
  });

  it.each(['sip/other', 'asterisk', 'simulated/main'])('is unknown if it is %s', (Trunk) => {
    expect(pointersOf(problemsOf({ Trunk }, '/Defaults'))).toEqual(['/Defaults/Trunk']);
    const CallerIDs = ['+14155550100', { Number: '+14155550101', Trunk }, { Number: '+14155550102' }];
    expect(pointersOf(findPinnedTrunkProblems({ CallerIDs }, trunks, 'org_1'))).toEqual(['/CallerIDs/1/Trunk']);
  });

  it('is unknown to an organization that may not use it, with the same words', () => {
    const own = { name: 'sip/own', organizations: ['org_2'] };
    const validateOwn = createOverridesValidator([...trunks, own]);
    const at = (orgId: string) => ({ pointer: '/Defaults', orgId });
    expect(validateOwn({ Trunk: 'sip/own' }, at('org_2'))).toEqual([]);
    expect(validateOwn({ Trunk: 'sip/own' }, at('org_1'))).toEqual(validateOwn({ Trunk: 'sip/none' }, at('org_1')));
    const CallerIDs = [{ Number: '+14155550101', Trunk: 'sip/own' }];
    const pinned = (orgId: string) => pointersOf(findPinnedTrunkProblems({ CallerIDs }, [own], orgId));
    expect([pinned('org_1'), pinned('org_2')]).toEqual([['/CallerIDs/0/Trunk'], []]);
  });

  it('is looked at beside the settings of the simulator, which are free-form without it', () => {
    const overrides = { Trunk: 'x', Integrations: { simulator: { Surprise: 1 } } };
    expect(pointersOf(problemsOf(overrides, ''))).toEqual(['/Trunk', '/Integrations/simulator/Surprise']);
    expect(
      pointersOf(createOverridesValidator([{ name: 'sip/main' }])(overrides, { pointer: '', orgId: 'org_1' })),
    ).toEqual(['/Trunk']);
  });
});
