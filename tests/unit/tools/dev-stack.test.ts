import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildTemporalArgs } from '../../../tools/dev-stack/servers/temporal';
import { loadDevStack } from '../../../tools/dev-stack/config';
import { mavenArguments } from '../../../tools/dev-stack/obtain/java-program';
import { searchAttributes } from '../../../shared/messages/search-attributes';
import { taskQueues } from '../../../shared/messages/task-queues';

describe('temporal-dev.yaml', () => {
  it('declares the search attributes and queues that the service uses', () => {
    const { temporal } = loadDevStack();
    const used = Object.values(searchAttributes).map(({ name, type }) => [name, type.replace('KEYWORD', 'Keyword')]);
    const upper = (type: string) => type.toUpperCase();
    expect(Object.entries(temporal.searchAttributes).map(([name, type]) => [name, upper(type)])).toEqual(
      used.map(([name = '', type = '']) => [name, upper(type)]),
    );
    expect([...temporal.taskQueues].sort()).toEqual(Object.values(taskQueues).sort());
  });

  it('names exact versions, and Maven fetches with that of its plugin and with verified checksums', () => {
    const { temporal, cluster, mongodb, testServer, java } = loadDevStack();
    for (const version of [
      temporal.cli,
      cluster.server,
      mongodb.version,
      mongodb.embedded.mongoJavaServer,
      testServer.version,
    ])
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const args = mavenArguments(java.dependencyPlugin, '/lib');
    expect(args).toContain('--strict-checksums');
    expect(args.join(' ')).toMatch(/maven-dependency-plugin:\d+\.\d+\.\d+:copy-dependencies/);
  });

  it('rejects an unknown entry', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'outdial-stack-')), 'temporal-dev.yaml');
    writeFileSync(file, 'temporal: {}\nmongodb: {}\ntestServer: {}\njava: {}\nredis: { port: 6379 }\n');
    expect(() => loadDevStack(file)).toThrow('redis');
  });

  it('determines the arguments of the dev server', () => {
    const args = buildTemporalArgs(loadDevStack(), { port: 7000, uiPort: 8000, dbFile: 'state.db' }).join(' ');
    expect(args).toContain('server start-dev --ip 127.0.0.1 --port 7000');
    expect(args).toContain('--ui-port 8000');
    expect(args).toContain('--db-filename state.db --sqlite-pragma journal_mode=wal --sqlite-pragma synchronous=1');
    expect(args).toContain('--search-attribute NextCallAt=Datetime');
    expect(args).toContain('--dynamic-config-value matching.enableFairness=true');
  });

  it('omits the UI and the file when neither is requested, as in tests', () => {
    const args = buildTemporalArgs(loadDevStack(), { port: 7000 });
    expect(args).toContain('--headless');
    expect(args).not.toContain('--db-filename');
    expect(args).not.toContain('--sqlite-pragma');
  });
});
