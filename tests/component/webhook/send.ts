import {
  createWebhookSender,
  type SendResult,
  type WebhookSenderOptions,
} from '../../../shared/adapters/webhook/sender';
import type { NameResolver } from '../../../shared/adapters/webhook/resolver';
import { startReceiver, type Behavior, type Receiver } from '../../support/receiver';

/** The deadline of production, a tenth as long: tests wait for it. */
export const totalTimeoutMs = 1_500;
export const loopback = ['127.0.0.0/8'];
/** Closes after the test. */
export const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

export async function receiver(
  behavior: Behavior,
  options: Parameters<typeof startReceiver>[1] = {},
): Promise<Receiver> {
  const started = await startReceiver(behavior, options);
  open.push(() => started.stop());
  return started;
}

/** Sends one event. Responses of this machine are shown unless the options say otherwise. */
export async function send(url: string, options: WebhookSenderOptions = {}): Promise<SendResult> {
  const sender = createWebhookSender({
    allowedCidrs: loopback,
    totalTimeoutMs,
    showPrivateResponses: true,
    ...options,
  });
  open.push(() => sender.close());
  return sender.send({ url, messageId: 'evt_job_1_1', body: '{"a":1}', secrets: [], headers: {}, atMs: Date.now() });
}

/** Resolves the given names. A name with several answers gives them one after another. */
export const names = (table: Record<string, string[][]>): NameResolver & { asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    resolve: (name) => {
      asked.push(name);
      const answers = table[name] ?? [];
      return Promise.resolve(answers.length > 1 ? answers.shift()! : (answers[0] ?? []));
    },
  };
};
