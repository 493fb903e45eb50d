import { sweepAnalyses } from '../../../activities/sweeper/sweep-analyses';
import { createOpenAiExtractor } from '../../../shared/adapters/analysis/openai/extractor';
import type { JobCorrectionsBody } from '../../../shared/contracts/analysis.schema';
import type { CampaignStatsBody } from '../../../shared/contracts/campaign-stats.schema';
import type { JobBody } from '../../../shared/contracts/job-response.schema';
import { startApiWithWorkers, type ApiWithWorkers } from '../../support/api-with-workers';
import { simulated } from '../../support/builders';
import type { Caller } from '../../support/caller';
import { chat, startChatServer, type ChatServer } from '../../support/chat-server';
import type { Answer } from '../../support/requests';
import { until } from '../../support/until';

export const schema = {
  type: 'object',
  properties: { Greeted: { type: 'boolean' }, Day: { type: 'string', format: 'date' } },
};

/** Finds that the contact was greeted, by the first words of the agent, and a day by words that were never said. */
export const finds = (Greeted: unknown = true) =>
  chat.finds((messages) => ({
    Greeted: { Value: Greeted, Quotes: [{ MessageID: messages[0]?.id, Text: messages[0]?.text.slice(0, 11) }] },
    Day: { Value: '2026-12-24', Quotes: [{ MessageID: messages[0]?.id, Text: 'Words that were never said' }] },
  }));

export const inHours = (hours: number): number => Date.now() + hours * 3_600_000;

/** An API and workers whose model is a stand-in. */
export interface ModelEnv extends ApiWithWorkers {
  server: ChatServer;
  /** What a worker does every few seconds, at an instant. */
  sweepAt: (ms: number) => Promise<unknown>;
  countEvents: (JobID: string, EventType: string) => Promise<number>;
}

export async function startModelEnv(): Promise<ModelEnv> {
  const server = await startChatServer();
  const limits = { maxOutputTokens: 500, maxInputTokens: 10_000, maxTokensPerJob: 100_000, firstPauseMs: 1 };
  const extractor = createOpenAiExtractor({ baseUrl: server.baseUrl, model: 'stand-in', ...limits });
  const env = await startApiWithWorkers({ change: (deps) => ({ ...deps, extractor }) });
  return {
    ...env,
    server,
    sweepAt: (ms) => sweepAnalyses(env.deps, ms),
    countEvents: (JobID, EventType) => env.api.mongo.db.collection('job_events').countDocuments({ JobID, EventType }),
    stop: async () => {
      await env.stop();
      await server.close();
    },
  };
}

/** What a client does with the jobs of a campaign. */
export interface JobsClient {
  get: (id: string) => Promise<JobBody>;
  complete: (fields?: object) => Promise<JobBody>;
  stats: () => Promise<CampaignStatsBody>;
  correct: (id: string, body: object) => Promise<Answer<JobCorrectionsBody>>;
}

export function createJobsClient(caller: Caller): JobsClient {
  const get = async (id: string): Promise<JobBody> =>
    (await caller.request<JobBody>('GET', `${caller.jobs}/${id}`)).body;
  return {
    get,
    complete: async (fields = {}) => {
      const Overrides = simulated({ Scenario: 'conversation_complete' });
      const body = { ContactPhoneNumber: '+14155550123', Overrides, ...fields };
      const { status, body: created } = await caller.request<{ JobID: string }>('POST', caller.jobs, body);
      expect({ status, created }).toMatchObject({ status: 201 });
      return until(
        () => get(created.JobID),
        ({ Data }) => Data.State === 'completed',
        30_000,
      );
    },
    stats: async () => (await caller.request<CampaignStatsBody>('GET', `/campaigns/${caller.campaignId}/stats`)).body,
    correct: (id, body) => caller.request('PATCH', `${caller.jobs}/${id}/corrections`, body),
  };
}
