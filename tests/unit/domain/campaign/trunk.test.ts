import fc from 'fast-check';
import {
  chooseTrunks,
  isKnownTrunk,
  lineOfTrunk,
  providerOfTrunk,
  trunkNamePattern,
  trunkOf,
  trunkOfLine,
  trunksOfOrganization,
  type Trunk,
} from '../../../../shared/domain/campaign/trunk';

const ours = '+14155550100';
const trunks: Trunk[] = [
  { name: 'sip/main', callerIds: [ours] },
  { name: 'sip/backup' },
  { name: 'sip/old', disabled: true },
  { name: 'asterisk' },
];
const namesOf = (wanted: string | undefined, callerId = ours) =>
  chooseTrunks(trunks, { wanted, callerId }).map(({ name }) => name);

describe('the trunks of an organization', () => {
  it('are those that name it, and those that name none: for it there are no others', () => {
    const own: Trunk = { name: 'sip/own', organizations: ['org_1', 'org_2'] };
    const known = [own, ...trunks];
    expect(trunksOfOrganization(known, 'org_2')).toEqual(known);
    const others = trunksOfOrganization(known, 'org_3');
    expect(others).toEqual(trunks);
    expect(isKnownTrunk('sip/own', others)).toBe(false);
    expect(chooseTrunks(others, { wanted: 'sip/own', callerId: ours })).toEqual([]);
    expect(chooseTrunks(others, { wanted: 'sip', callerId: ours })).not.toContain(own);
  });
});

describe('the trunks of a call', () => {
  it('are the named one, those of the named provider, or those of the first one', () => {
    expect(namesOf('sip/backup')).toEqual(['sip/backup']);
    expect(namesOf('sip')).toEqual(['sip/main', 'sip/backup']);
    expect(namesOf('asterisk')).toEqual(['asterisk']);
    expect(namesOf(undefined)).toEqual(['sip/main', 'sip/backup']);
  });

  it('are an empty list rather than others', () => {
    expect(namesOf('sip/old')).toEqual([]);
    expect(namesOf('sip/unknown')).toEqual([]);
    expect(namesOf('twilio')).toEqual([]);
    expect(namesOf('sip/main', '+14155550199')).toEqual([]);
    expect(chooseTrunks([], { callerId: ours })).toEqual([]);
  });

  it('are usable, and of the wanted provider, whatever is asked for', () => {
    const anyTrunk = fc.record({
      name: fc.constantFrom('a', 'a/1', 'a/2', 'b/1', 'b/2', 'c'),
      disabled: fc.boolean(),
      callerIds: fc.option(fc.subarray([ours, '+14155550199']), { nil: undefined }),
    });
    const wanted = fc.constantFrom('a', 'a/1', 'b', 'b/3', 'c', 'd');
    fc.assert(
      fc.property(fc.array(anyTrunk), wanted, (known, name) => {
        for (const trunk of chooseTrunks(known, { wanted: name, callerId: ours })) {
          expect(trunk.disabled).toBe(false);
          expect(trunk.callerIds ?? [ours]).toContain(ours);
          expect([trunk.name, providerOfTrunk(trunk.name)]).toContain(name);
        }
      }),
    );
  });

  it('are known also while they are disabled', () => {
    expect(['sip', 'sip/old', 'asterisk'].map((name) => isKnownTrunk(name, trunks))).toEqual([true, true, true]);
    expect(['si', 'sip/', 'asterisk/main'].map((name) => isKnownTrunk(name, trunks))).toEqual([false, false, false]);
  });

  it('are pinned by the caller ID before the settings', () => {
    const campaign = { CallerIDs: ['+14155550101', { Number: ours, Trunk: 'sip/main' }, { Number: '+14155550102' }] };
    const asks = (callerId: string) => trunkOf({ campaign, overrides: { Trunk: 'asterisk' } }, callerId);
    expect([ours, '+14155550101', '+14155550102'].map(asks)).toEqual(['sip/main', 'asterisk', 'asterisk']);
    expect(trunkOf({ campaign: {}, overrides: {} }, ours)).toBeUndefined();
  });

  it('have names that lines lead back to', () => {
    fc.assert(
      fc.property(fc.stringMatching(trunkNamePattern), (name) => {
        expect(trunkOfLine(lineOfTrunk(name))).toBe(name);
      }),
    );
  });
});
