import { setTimeout as sleep } from 'node:timers/promises';
import { memberErrors, writeConcernErrors } from '../mongo-faults';
import { ok, type Behavior } from '../receiver';
import { processNames, type Fault, type FaultKind } from './schedule';
import type { World } from './world';

const receiverBehaviors: Record<Extract<Fault, { kind: 'receiver' }>['how'], Behavior> = {
  error: { kind: 'answer', status: 500, body: 'no' },
  unavailable: { kind: 'answer', status: 503, headers: { 'retry-after': '2' } },
  reset: { kind: 'reset' },
  hang: { kind: 'hang' },
  garbage: { kind: 'garbage' },
};

type Injectors = { [Kind in FaultKind]: (world: World, fault: Extract<Fault, { kind: Kind }>) => Promise<unknown> };

/** How each kind of fault is made. Another kind, such as a restore of the database, is another row here and in the schedule. */
const injectors: Injectors = {
  kill: ({ processes }, { target, forMs, readyMs }) => processes[target].kill(forMs, readyMs),
  pause: ({ processes }, { target, forMs }) => processes[target].pause(forMs),
  network: async ({ mongoProxy, temporalProxy }, { target, how, forMs }) => {
    if (how === 'elect') return mongoProxy.elect(forMs);
    const proxy = target === 'mongo' ? mongoProxy : temporalProxy;
    if (how === 'delay') proxy.delay(Math.min(forMs / 20, 100));
    else proxy[how]();
    await sleep(forMs);
    proxy.restore();
  },
  commands: ({ mongoProxy }, { how, times }) => {
    if (how === 'lose-replies') mongoProxy.loseReplies({ times });
    else if (how === 'refuse') mongoProxy.fail(memberErrors.steppedDown, { times });
    else
      mongoProxy.failWriteConcern(writeConcernErrors.timeout, {
        times,
        commands: ['insert', 'update', 'findAndModify'],
      });
    return Promise.resolve();
  },
  receiver: async ({ behave }, { how, forMs }) => {
    behave(receiverBehaviors[how]);
    await sleep(forMs);
    behave(ok);
  },
  disk: async ({ disks, processes }, { target, forMs }) => {
    const disk = disks[target];
    if (disk === undefined) return;
    // A server may end when it cannot write: what it has acknowledged is in its file. A worker may not.
    const end = target === 'mongo' || target === 'temporal' ? processes[target].excuse() : () => undefined;
    disk.fill();
    await sleep(forMs);
    disk.restore();
    await processes[target].ready();
    end();
  },
  clock: async ({ clock }, { stepMs, forMs }) => {
    clock?.step(stepMs);
    await sleep(forMs);
    clock?.step(0);
  },
};

const inject = (world: World, fault: Fault): Promise<unknown> => {
  const make = injectors[fault.kind] as (world: World, fault: Fault) => Promise<unknown>;
  return make(world, fault);
};

/** Makes every fault at its instant; resolves when the last one has ended and everything runs again. */
export async function injectAll(
  world: World,
  faults: readonly Fault[],
  onFault: (fault: Fault) => void,
): Promise<void> {
  const firstMs = performance.now();
  const begun = faults.map(async (fault) => {
    await sleep(Math.max(0, fault.atMs - (performance.now() - firstMs)));
    onFault(fault);
    await inject(world, fault);
  });
  await Promise.all(begun);
  await endFaults(world);
}

/** Ends every fault. */
export async function endFaults(world: World): Promise<void> {
  world.mongoProxy.restore();
  world.temporalProxy.restore();
  world.behave(ok);
  world.clock?.step(0);
  for (const disk of Object.values(world.disks)) disk.restore();
  for (const name of processNames) await world.processes[name].ready();
}
