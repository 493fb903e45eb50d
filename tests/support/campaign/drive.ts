import { until } from '../until';
import type { Asked, Span } from './explanations';
import type { Random } from './random';
import { countRings } from './rings';
import type { Row } from './rows';
import type { CampaignService } from './service';

/** What was done to a campaign, and what it said. */
export interface Course {
  asked: Asked[];
  pauses: Span[];
  outages: { fromMs: number; toMs: number }[];
  killsMs: number[];
  /** When each number was suppressed by request. */
  suppressed: Map<string, { requestedMs: number; answeredMs: number }>;
}

/** A part of the course: it ends once all its explanations were asked for, all its actions done, and `isOver`. */
interface Stage {
  name: string;
  asks: number;
  actions?: (() => Promise<void>)[];
  isOver?: (seen: { rings: number; forMs: number }) => boolean;
}

interface Driven {
  service: CampaignService;
  random: Random;
  /** Whether no job is in a call, or in what follows one. */
  isIdle: () => Promise<boolean>;
  /** The jobs that may be asked about. */
  jobIds: readonly string[];
  /** The mean time between two explanations or actions. */
  apartMs: number;
  withinMs: number;
  /** Reports the progress, which takes minutes. */
  print: (line: string) => void;
}

/** Does things to a running campaign at random moments, and asks for explanations in between. */
export function createDriver({ service, random, isIdle, jobIds, apartMs, withinMs, print }: Driven) {
  const course: Course = { asked: [], pauses: [], outages: [], killsMs: [], suppressed: new Map() };
  const askAgain: string[] = [];
  let restarting: Promise<void> = Promise.resolve();

  /** Mostly a job that has not been called yet; sometimes one that was in a queue a moment ago. */
  const chooseJob = async (): Promise<string> => {
    const again = random.next() < 0.4 ? askAgain.shift() : undefined;
    if (again !== undefined) return again;
    const rung = new Set<unknown>(await service.mongo.db.collection('simulated_rings').distinct('JobID'));
    const notRung = jobIds.filter((id) => !rung.has(id));
    return random.pick(notRung.length > 0 && random.next() < 0.85 ? notRung : jobIds);
  };
  const ask = async (): Promise<void> => {
    const asked = await service.explain(await chooseJob());
    course.asked.push(asked);
    if (asked.body.Queue !== null && random.next() < 0.6) askAgain.push(asked.jobId);
  };

  const shuffle = <T>(items: T[]): T[] => {
    const left = [...items];
    return items.map(() => left.splice(random.below(left.length), 1)[0]!);
  };
  const runStage = async ({ name, asks, actions = [], isOver = () => true }: Stage): Promise<void> => {
    print(`${name}: ${asks} explanations, ${actions.length} actions, ${await countRings(service.mongo)} rings so far`);
    const left = shuffle([...Array.from({ length: asks }, () => ask), ...actions]);
    const startedMs = Date.now();
    const drawNextMs = (): number => Date.now() + 2 * apartMs * random.next();
    let nextMs = drawNextMs();
    const look = async () => {
      if (Date.now() >= nextMs && left.length > 0) {
        await left.shift()?.();
        nextMs = drawNextMs();
      }
      return { left: left.length, rings: await countRings(service.mongo), forMs: Date.now() - startedMs };
    };
    await until(look, (seen) => seen.left === 0 && isOver(seen), withinMs);
  };

  return {
    course,
    runStage,

    /** Pauses the campaign for a stage. @param inIt runs first, once the campaign is idle */
    pause: async (stage: Stage, inIt?: () => Promise<void>): Promise<void> => {
      const { requestedMs, answeredMs } = await service.act('pause');
      if (inIt !== undefined) {
        await until(isIdle, (idle) => idle, withinMs);
        await inIt();
      }
      await runStage(stage);
      const end = await service.act('resume');
      course.pauses.push({ requestedMs, answeredMs, endRequestedMs: end.requestedMs, endAnsweredMs: end.answeredMs });
    },

    /** Takes the provider out of service for a stage. */
    outage: async (stage: Stage): Promise<void> => {
      service.setOutage(true);
      const fromMs = Date.now();
      await runStage(stage);
      course.outages.push({ fromMs, toMs: Date.now() });
      service.setOutage(false);
    },

    suppress: async ({ phoneNumber }: Row): Promise<void> => {
      course.suppressed.set(phoneNumber, await service.suppress(phoneNumber));
    },

    /** Kills a worker and starts it again, which takes a while. */
    killWorker: async (): Promise<void> => {
      await restarting;
      const worker = random.pick(service.workers);
      await worker.kill();
      course.killsMs.push(Date.now());
      restarting = worker.start();
      restarting.catch(() => undefined);
    },
    restarted: (): Promise<void> => restarting,
  };
}
export type CampaignDriver = ReturnType<typeof createDriver>;
