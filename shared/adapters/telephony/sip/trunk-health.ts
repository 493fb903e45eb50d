import { randomBytes } from 'node:crypto';
import type { SipContext } from './context';
import { contactOf, optionsOf, viaOf } from './requests';
import type { SipResponse } from './message/types';
import { branchPrefix } from './keys';
import { addressOf, type SipTrunk } from './trunk';
import { showsHealth, watchHealth, type TargetHealth } from './transport/health';

/** Whether the trunks answer, by OPTIONS (RFC 3261 section 11). */
export interface TrunksHealth {
  /** False only for a trunk that has answered and does not any more: some never answer OPTIONS. */
  isUp: (trunk: SipTrunk) => boolean;
  states: () => Record<string, 'up' | 'down' | 'unknown'>;
  stop(): void;
}

interface Watched {
  health: TargetHealth;
  heard: boolean;
}

/** Asks each trunk that is to be asked, from now on. */
export function watchTrunks(context: SipContext, trunks: readonly SipTrunk[]): TrunksHealth {
  const watched = new Map<string, Watched>();
  for (const trunk of trunks) {
    if (trunk.HealthCheck === 0 || trunk.Disabled) continue;
    const entry: Watched = {
      heard: false,
      health: watchHealth({
        ping: async () => {
          const response = await ask(context, trunk);
          // The first ping is sent before the entry is complete.
          const current = watched.get(trunk.Name);
          if (current && showsHealth(response)) current.heard = true;
          return response;
        },
        setTimer: (fn, ms) => context.clock.setTimer(fn, ms),
        intervalMs: trunk.HealthCheck * 1_000,
        onChange: (up) => context.logger.warn({ trunk: trunk.Name, up }, 'sip.trunk_changed'),
      }),
    };
    watched.set(trunk.Name, entry);
  }
  const stateOf = ({ heard, health }: Watched): 'up' | 'down' | 'unknown' => {
    if (!heard) return 'unknown';
    return health.isUp() ? 'up' : 'down';
  };
  return {
    isUp: ({ Name }) => {
      const entry = watched.get(Name);
      return entry === undefined || stateOf(entry) !== 'down';
    },
    states: () => Object.fromEntries([...watched].map(([name, entry]) => [name, stateOf(entry)])),
    stop: () => {
      for (const { health } of watched.values()) health.stop();
    },
  };
}

async function ask({ transports, transactions, resolve }: SipContext, trunk: SipTrunk): Promise<SipResponse> {
  const [target] = await resolve(addressOf(trunk));
  if (target === undefined) throw new Error('The trunk has no address.');
  const [branch, callId, tag] = [12, 16, 8].map((bytes) => randomBytes(bytes).toString('hex'));
  const local = transports.viaOf(target.transport);
  const via = viaOf(target.transport, local, `${branchPrefix}${branch}`);
  const contact = contactOf(target.transport, local);
  return transactions.request(optionsOf(trunk, { via, callId: `${callId}`, tag: `${tag}`, cseq: 1, contact }), target);
}
