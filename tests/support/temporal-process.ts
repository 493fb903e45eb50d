import type { Command } from '../../tools/dev-stack/processes/supervisor';
import type { TestProcess } from './program';
import type { TemporalPlace } from './temporal-namespace';

/** How a Temporal server of a test is started. */
export interface TemporalOptions {
  onDisk?: boolean;
  /** As the launcher starts it, other programs go before it. Tests let it share the processors equally. */
  priority?: 'low';
  dynamicConfig?: Record<string, string>;
}
export type TemporalProcess = TestProcess & TemporalPlace;

export type ProgramCommand = Omit<Command, 'onLine'>;
/** Starts a program; resolves when `ready` does. */
export type RunProgram = (
  command: ProgramCommand,
  ready: (printed: () => string) => Promise<unknown>,
) => Promise<TestProcess>;
