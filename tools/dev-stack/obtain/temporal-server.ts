import { join } from 'node:path';
import { createCacheSource } from './cache-source';
import { createGoSource } from './go-build';
import { resolveFirst } from './resolution';
import type { Toolbox } from './toolbox';

/** Temporal's production server, and the tool that creates its tables. */
export interface TemporalServer {
  server: string;
  sqlTool: string;
}

const advice = 'Install Go 1.26 or newer (go.dev).';
/** The names that `go install` gives to the two programs. */
const programs = { server: 'server', sqlTool: 'sql' } as const;

/**
 * Resolves the production server: from the cache, else built with Go. There is no official download of the two programs
 * outside container images.
 * @throws {NotObtainableError}
 */
export async function obtainTemporalServer(toolbox: Toolbox): Promise<TemporalServer & { source: string }> {
  const { server: version, serverModule, sqlToolModule } = toolbox.stack.cluster;
  const name = `temporal-server-${version}`;
  const cached = createCacheSource(toolbox.cache, {
    label: "Temporal's server",
    folder: name,
    file: programs.server,
  });
  const built = createGoSource(toolbox, {
    what: "Temporal's server",
    version,
    packages: [serverModule, sqlToolModule],
    processorMinutes: 8,
    packageCount: 1_300,
    folder: name,
    file: programs.server,
  });
  const { executable, source } = await resolveFirst("Temporal's server", [cached, built], advice);
  return { server: executable, sqlTool: join(executable, '..', programs.sqlTool), source };
}
