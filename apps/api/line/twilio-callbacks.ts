import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import type { Logger } from '../../../shared/adapters/logger';
import { type CallReport, parseCallback } from '../../../shared/adapters/telephony/twilio/callback';
import type { LegEnd } from '../../../shared/adapters/telephony/telephony';
import type { TwilioCallLog } from '../../../shared/adapters/telephony/twilio/call-log';
import { isFinal, type TwilioClient } from '../../../shared/adapters/telephony/twilio/client';
import { endCall } from '../../../shared/adapters/telephony/twilio/end-call';
import { isLinePath, type LineUrls } from '../../../shared/adapters/telephony/twilio/line-urls';
import { type FormParameters, verifySignature } from '../../../shared/adapters/telephony/twilio/signature';
import type { WorkerLine } from './worker-line';

export interface TwilioLineDeps {
  authToken: string;
  /** Where Twilio reaches the API, without a trailing slash. */
  publicUrl: string;
  urls: LineUrls;
  log: TwilioCallLog;
  client: Pick<TwilioClient, 'end'>;
  worker: WorkerLine;
  /** The address of the worker that dialed a call; `undefined` if it is unknown. */
  findWorker: (callId: string) => Promise<string | undefined>;
  logger: Pick<Logger, 'info' | 'warn'>;
}

const readForm = express.urlencoded({ extended: false, limit: 16 * 1024, parameterLimit: 200 });

/**
 * Takes the callbacks of Twilio about calls, in any API process: each is signed, belongs to one call by the token in its
 * path, and is relayed to the worker that handles the call. Nothing of a callback but its codes is kept or logged.
 */
export function createTwilioCallbacks(deps: TwilioLineDeps): Router {
  const router = express.Router({ caseSensitive: true });
  router.post('/line/twilio/:key/:token/:purpose', readForm, (req: Request, res: Response, next: NextFunction) => {
    const address = deps.urls.parse(req.path);
    const parameters = { ...(req.body as FormParameters | undefined) };
    // The target may be absolute, with any host.
    const query = /\?.*/.exec(req.originalUrl)?.[0] ?? '';
    const url = `${deps.publicUrl}${req.path}${query}`;
    // The same answer to all that is not ours, so that it reveals nothing.
    if (address === undefined || !verifySignature(deps.authToken, req.get('x-twilio-signature'), { url, parameters })) {
      res.status(403).end();
      return;
    }
    const report = address.purpose === 'media' ? undefined : parseCallback(parameters);
    if (report === undefined) {
      res.status(400).end();
      return;
    }
    handleReport(deps, address.attemptKey, report)
      .then(() => res.status(204).end())
      .catch(next);
  });
  router.use((req, res, next) => {
    if (isLinePath(req.path)) res.status(404).end();
    else next();
  });
  return router;
}

/** @throws if the report was neither stored nor relayed: Twilio shows that in its console, and may send it again */
async function handleReport(deps: TwilioLineDeps, attemptKey: string, report: CallReport): Promise<void> {
  const { log, logger } = deps;
  const [saved, relayed] = await Promise.allSettled([
    log.saveSid(attemptKey, report.sid),
    relay(deps, attemptKey, report),
  ]);
  const delivered = relayed.status === 'fulfilled' && relayed.value;
  logger.info({ callId: attemptKey, status: report.status, delivered }, 'twilio.callback');
  if (!delivered && report.status !== undefined && !isFinal(report.status)) await endIfOrphan(deps, attemptKey, report);
  if (!delivered && saved.status === 'rejected') throw saved.reason;
}

async function relay({ findWorker, worker }: TwilioLineDeps, callId: string, report: CallReport): Promise<boolean> {
  const address = await findWorker(callId);
  return address !== undefined && (await worker.report(address, callId, report)) === 'delivered';
}

/** Ends a call whose attempt is over: it was given up before Twilio said that there is one. */
async function endIfOrphan(
  { log, client, logger }: TwilioLineDeps,
  attemptKey: string,
  { sid }: CallReport,
): Promise<void> {
  const attempt = await log.find(attemptKey);
  const isOver =
    attempt === undefined || attempt.end !== undefined || attempt.abandoned === true || attempt.refused === true;
  if (!isOver) return;
  logger.warn({ callId: attemptKey }, 'twilio.orphan_ended');
  // Not awaited: it may take a minute, and Twilio waits for the answer.
  endCall(client, sid)
    .then(() => log.recordEnd(attemptKey, orphanEnd(Date.now())))
    .catch((err: unknown) => logger.warn({ callId: attemptKey, err }, 'twilio.orphan_not_ended'));
}

const orphanEnd = (atMs: number): LegEnd => ({
  reason: 'assistant_error',
  detail: 'line_failed',
  error: 'Twilio placed the call after it had been given up.',
  by: 'us',
  atMs,
});
