import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiMetrics } from '../../../../shared/adapters/metrics/api-metrics';
import { observeBacklog } from '../../../../shared/adapters/metrics/backlog-metrics';
import { observePrerequisites } from '../../../../shared/adapters/metrics/prerequisite-metrics';
import { createRegistry, observeProcess } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';

const read = (file: string): string => readFileSync(join(__dirname, '../../../../docs', file), 'utf8');
const page = read('operations.md');
const dashboard = read('operations/grafana.json');

/** Every time series that a metric of these types can have. */
const seriesOf = (name: string): string[] => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`];
const namesIn = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern))].sort();

let own: string[];
let series: Set<string>;
beforeAll(() => {
  const [api, worker] = [createRegistry(), createRegistry()];
  createApiMetrics(api);
  createWorkerMetrics(worker);
  observeBacklog(worker, { read: () => Promise.resolve(undefined) });
  observePrerequisites(worker, () => ({}));
  const names = (): string[] => [api, worker].flatMap((of) => of.getMetricsAsArray().map(({ name }) => name));
  own = [...new Set(names())];
  observeProcess(worker);
  series = new Set(names().flatMap(seriesOf));
  for (const registry of [api, worker]) registry.clear();
});

describe('docs/operations.md', () => {
  it('describes every metric in a table row', () => {
    expect(own.length).toBeGreaterThan(25);
    expect(own.filter((name) => !page.includes(`\n| \`${name}\` `))).toEqual([]);
  });

  it('names only metrics that exist, and so do the alerts', () => {
    const named = namesIn(page + read('operations/alerts.yaml'), /\b(?:outdial|http)_[a-z_0-9]+/g);
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !series.has(name))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('queries only metrics that exist', () => {
    const queried = namesIn(dashboard, /\b(?:outdial|http|nodejs|process)_[a-z_0-9]+/g);
    expect(queried.length).toBeGreaterThan(20);
    expect(queried.filter((name) => !series.has(name))).toEqual([]);
  });

  it('shows every metric of our own', () => {
    const queried = namesIn(dashboard, /\b(?:outdial|http)_[a-z_0-9]+/g);
    expect(own.filter((name) => !seriesOf(name).some((one) => queried.includes(one)))).toEqual([]);
  });
});
