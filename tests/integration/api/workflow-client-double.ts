import type { WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';

/** A double of the workflow client: accepts and records every call. A test can inject errors through `fail`. */
export function createWorkflowClientDouble() {
  const asked: { what: keyof WorkflowClient; args: unknown[] }[] = [];
  const fail: Partial<Record<keyof WorkflowClient, Error>> = {};
  const take =
    (what: keyof WorkflowClient) =>
    <Reply>(args: unknown[], reply: Reply): Promise<Reply> => {
      asked.push({ what, args });
      const error = fail[what];
      return error ? Promise.reject(error) : Promise.resolve(reply);
    };
  const workflows: WorkflowClient = {
    startJob: (...args) => take('startJob')(args, undefined),
    wakeJob: (...args) => take('wakeJob')(args, undefined),
    rescheduleJob: (...args) => take('rescheduleJob')(args, { state: 'scheduled', nextCallMs: args[1] }),
    replanJob: (...args) => take('replanJob')(args, { state: 'scheduled' }),
    startErasure: (...args) => take('startErasure')(args, undefined),
    startImport: (...args) => take('startImport')(args, undefined),
    startBulkAction: (...args) => take('startBulkAction')(args, undefined),
    startDelivery: (...args) => take('startDelivery')(args, undefined),
    showFailingDelivery: (...args) => take('showFailingDelivery')(args, undefined),
    wakeDelivery: (...args) => take('wakeDelivery')(args, undefined),
  };
  /** The calls about a job, in order. */
  const askedOf = (jobId: string) =>
    asked
      .filter(({ args: [first] }) => first === jobId || (first as { ID?: string }).ID === jobId)
      .map(({ what }) => what);
  return { workflows, asked, fail, askedOf };
}
