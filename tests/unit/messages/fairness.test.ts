import { bulkFairnessOf, fairnessOf, webhookFairnessOf } from '../../../shared/messages/fairness';

describe('the fairness of tasks', () => {
  it('gives the webhooks of an organization one share together, each its own part', () => {
    for (const count of [1, 2, 50]) {
      const of = Array.from({ length: count }, (_, index) => webhookFairnessOf(`webhook_${index}`, count));
      expect(of.reduce((sum, { fairnessWeight = 1 }) => sum + fairnessWeight, 0)).toBeCloseTo(1);
      expect(new Set(of.map(({ fairnessKey }) => fairnessKey)).size).toBe(count);
    }
    expect(webhookFairnessOf('webhook_1', 0)).toMatchObject({ fairnessWeight: 1 });
  });

  it('has keys within Temporal’s limit, and separates bulk work even then', () => {
    const long = 'o'.repeat(128);
    const keys = [fairnessOf(long), bulkFairnessOf(long)].map(({ fairnessKey = '' }) => fairnessKey);
    for (const key of keys) expect(Buffer.byteLength(key)).toBeLessThanOrEqual(64);
    expect(new Set(keys).size).toBe(2);
  });
});
