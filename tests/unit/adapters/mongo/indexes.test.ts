import { createHash } from 'node:crypto';
import { indexName, indexPlan, retiredIndexes, schemaVersion } from '../../../../shared/adapters/mongo/indexes';

const nameOf = ({ collection, key }: (typeof indexPlan)[number]): string => `${collection}.${indexName(key)}`;

describe('the plan of the indexes', () => {
  it('has a new version after each change: raise schemaVersion, and enter the new digest', () => {
    const digest = createHash('sha256').update(JSON.stringify(indexPlan)).digest('hex').slice(0, 16);
    expect({ schemaVersion, digest }).toEqual({ schemaVersion: 9, digest: 'd0ee4adb079189c9' });
  });

  it('names each index once, and none that is retired', () => {
    const names = [...indexPlan, ...retiredIndexes].map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });
});
