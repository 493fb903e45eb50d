import { describeFinding } from '../../../apps/cli/admin/doctor/doctor-command';
import { checkRetention, checkVersion } from '../../../apps/cli/admin/doctor/engine-checks';
import { failure } from '../../../apps/cli/admin/doctor/finding';
import { checkClock, checkReplicaSet, type ServerFacts } from '../../../apps/cli/admin/doctor/store-checks';

const dayMs = 86_400_000;
const healthy: ServerFacts = {
  ...{ version: '8.0.4', setName: 'rs', hosts: ['a', 'b', 'c'] },
  localTime: new Date(0),
  lastWrite: { lastWriteDate: new Date(20_000), majorityWriteDate: new Date(19_000) },
};
const levels = (facts: Partial<ServerFacts>): string[] =>
  checkReplicaSet({ ...healthy, ...facts }).map(({ Check, Level }) => `${Check}: ${Level}`);

describe('the doctor', () => {
  it('accepts a replica set of three members whose majority follows', () => {
    expect(levels({})).toEqual(['MongoDB version: ok', 'Replica set: ok', 'Write concern: ok']);
  });

  it('finds a server alone, an arbiter, too few members, an old version and a majority that is behind', () => {
    const { setName: _none, ...alone } = healthy;
    expect(checkReplicaSet(alone).map(({ Level }) => Level)).toEqual(['ok', 'error']);
    expect(levels({ hosts: ['a', 'b'], arbiters: ['c'] })).toContain('Replica set: warning');
    expect(levels({ hosts: ['a'] })).toContain('Replica set: warning');
    expect(levels({ version: '4.4.29' })).toContain('MongoDB version: error');
    const lastWrite = { lastWriteDate: new Date(60_000), majorityWriteDate: new Date(0) };
    expect(levels({ lastWrite })).toContain('Write concern: error');
  });

  it('compares clocks in both directions', () => {
    const level = (serverMs: number): string => checkClock(serverMs, { fromMs: 99_500, toMs: 100_500 }).Level;
    expect([102_400, 103_000, 97_000, 111_000, 89_000].map(level)).toEqual([
      'ok',
      'warning',
      'warning',
      'error',
      'error',
    ]);
  });

  it('wants a retention between a day and 60 days, and Temporal 1.29', () => {
    expect([3_600_000, 3 * dayMs, 60 * dayMs].map((ms) => checkRetention(ms).Level)).toEqual([
      'warning',
      'ok',
      'error',
    ]);
    const level = (version: string): string[] => checkVersion(version).map(({ Level }) => Level);
    expect(['1.28.3', '1.29.0', '1.100.0', '2.0.0', 'cloud'].map(level)).toEqual([
      ['warning'],
      ['ok'],
      ['ok'],
      ['ok'],
      [],
    ]);
  });

  it('prints what to do below what it found, without control characters', () => {
    expect(describeFinding(failure('A', 'b\u001b[2J', 'Do c.'))).toBe('error    A: b\\u001b[2J\n         → Do c.\n');
  });
});
