import type { CommandStartedEvent } from 'mongodb';
import { type Caller, startTestApi, type TestApi } from '../../support/api';
import { setting } from '../../support/setting';
import { createWorkflowClientDouble } from './workflow-client-double';

let api: TestApi;
let stranger: Caller;
let jobId: string;
beforeAll(async () => {
  const mongodbUri = `${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`;
  api = await startTestApi({ mongodbUri, workflows: createWorkflowClientDouble().workflows });
  stranger = await api.anotherCaller();
  ({ ID: jobId } = await api.insertJob({ State: 'scheduled', CallCount: 1 }));
});
afterAll(() => api.stop());

it('makes the same queries for what is another organization’s as for what does not exist', async () => {
  const get = (id: string) => stranger.request('GET', `${stranger.jobs}/${id}`);
  const commands: string[] = [];
  const record = ({ commandName, command }: CommandStartedEvent): void => {
    const { [commandName]: collection, filter, pipeline } = command as Record<string, unknown>;
    const [match] = (pipeline ?? []) as { $match?: unknown }[];
    // The lookup of the key is cached, and the cache may expire between the two.
    if (collection !== 'api_keys')
      commands.push(`${commandName} ${String(collection)} by ${Object.keys(filter ?? match?.$match ?? {}).join()}`);
  };
  const commandsOf = async (id: string): Promise<string[]> => {
    commands.length = 0;
    await get(id);
    return [...commands];
  };
  api.mongo.db.client.on('commandStarted', record);
  // A second query for either would make the two distinguishable by their time.
  const ours = await commandsOf(jobId);
  expect(await commandsOf(`job_${'0'.repeat(32)}`)).toEqual(ours);
  expect(ours).toEqual(['aggregate jobs by _id,OrgID,CampaignID']);
  api.mongo.db.client.off('commandStarted', record);
});
