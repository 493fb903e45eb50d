import { z } from 'zod';
import { count, field, instant } from './field';

const workerSchema = z
  .object({
    ID: field(z.string(), 'Id of the process; each start has a new one.', 'worker_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
    Host: field(z.string(), 'Name of its machine or container.', 'outdial-worker-7d9c'),
    Version: field(z.string(), 'Its version.', '0.1.0'),
    State: field(
      z.enum(['running', 'draining', 'lost']),
      '`draining` takes no more work; `lost` has not reported itself for a minute.',
      'running',
    ),
    Queues: field(z.array(z.string()), 'The queues that it serves.', ['jobs', 'calls', 'webhooks', 'erasures']),
    CallSlots: count('Calls that it may handle at once.', 100),
    Calls: count('Calls that it handled at its last report.', 12),
    StartedAt: instant('When it started.'),
    LastBeatAt: instant('When it last reported itself.'),
  })
  .meta({ id: 'Worker', description: 'A worker process of the service.' });
export type WorkerBody = z.output<typeof workerSchema>;

export const workersSchema = z
  .object({ Workers: field(z.array(workerSchema), 'Workers, the latest to start first.') })
  .meta({ id: 'Workers', description: 'The worker processes.' });
