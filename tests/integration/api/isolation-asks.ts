import type { RequestOptions } from '../../support/requests';

/** A file as a form. */
const boundary = 'a-boundary-of-the-test';
const formOf = (name: string, type: string, text: string): RequestOptions => {
  const disposition = `Content-Disposition: form-data; name="file"; filename="${name}"`;
  const raw = [`--${boundary}`, disposition, `Content-Type: ${type}`, '', text, `--${boundary}--`, ''].join('\r\n');
  return { raw, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
};

/** A request without its method and path. */
export interface Ask {
  query?: string;
  body?: unknown;
  options?: RequestOptions;
}
export const nothing: Ask = {};
const csvForm: Ask = { options: formOf('numbers.csv', 'text/csv', 'PhoneNumber\r\n+14155550123\r\n') };
/** A valid request for each operation, so that only the caller or the object can be rejected. */
export const asks: Record<string, Ask> = {
  getHealth: nothing,
  getReadiness: nothing,
  getApiDocument: nothing,
  createCampaign: { body: { Name: 'A campaign' } },
  listCampaigns: nothing,
  getCampaign: nothing,
  changeCampaign: { body: { JitterSeconds: 1 } },
  getCampaignStats: nothing,
  startCampaign: nothing,
  pauseCampaign: nothing,
  resumeCampaign: nothing,
  stopCampaign: nothing,
  archiveCampaign: nothing,
  duplicateCampaign: { body: { Name: 'A copy' } },
  resetCircuitBreaker: {},
  listCampaignVersions: nothing,
  getCampaignVersion: nothing,
  compareCampaignVersions: nothing,
  rollBackCampaign: nothing,
  importJobs: {
    options: formOf('jobs.ndjson', 'application/x-ndjson', '{"ContactPhoneNumber":"+14155550123"}'),
  },
  listImports: nothing,
  getImport: nothing,
  listImportErrors: nothing,
  cancelImport: nothing,
  createJob: { body: { ContactPhoneNumber: '+14155550123' } },
  listJobs: nothing,
  searchJobs: { query: '?search=%2B14155550123' },
  getJob: nothing,
  deleteJob: nothing,
  cancelJob: nothing,
  rescheduleJob: { body: { CallAtUnixSeconds: -1 } },
  updateJob: { body: { Data: {} } },
  analyzeJob: nothing,
  correctJob: { body: { Remove: ['Confirmed'] } },
  createBulkAction: { body: { Action: 'cancel', Filter: { All: true } } },
  listBulkActions: nothing,
  getBulkAction: nothing,
  cancelBulkAction: nothing,
  getSchedule: nothing,
  previewSchedule: { body: { ContactPhoneNumber: '+14155550123' } },
  listenToBot: nothing,
  listenToUser: nothing,
  stopCall: nothing,
  updateTwilioCall: {
    options: { raw: 'Status=completed', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  },
  getInputRecording: nothing,
  getOutputRecording: nothing,
  getMergedRecording: nothing,
  createAudioTicket: { body: { Channel: 'bot' } },
  createRecordingTicket: { body: { File: 'merged.mp3' } },
  addSuppression: { body: { PhoneNumber: '+14155550123' } },
  uploadSuppressions: csvForm,
  removeSuppression: nothing,
  listSuppressions: nothing,
  getSuppression: nothing,
  addCampaignSuppression: { body: { PhoneNumber: '+14155550123' } },
  uploadCampaignSuppressions: csvForm,
  removeCampaignSuppression: nothing,
  listCampaignSuppressions: nothing,
  getCampaignSuppression: nothing,
  getNumber: nothing,
  eraseNumber: nothing,
  getOrganization: nothing,
  changeOrganization: { body: { Name: 'Renamed' } },
  registerWebhook: { body: { DestinationURL: 'https://127.0.0.1:9/other' } },
  listWebhooks: nothing,
  getWebhook: nothing,
  patchWebhook: { body: { Enabled: false } },
  deleteWebhook: nothing,
  rotateWebhookSecret: nothing,
  sendTestEvent: nothing,
  listWebhookDeliveries: nothing,
  getWebhookDelivery: nothing,
  redeliverWebhookDelivery: nothing,
  redeliverWebhookDeliveries: { query: '?since=2026-11-21T08:00:00Z' },
  createApiKey: { body: { Name: 'Another', Scopes: ['jobs:read'] } },
  listApiKeys: nothing,
  revokeApiKey: nothing,
  listAuditLog: nothing,
  createSession: nothing,
  deleteSession: nothing,
  getMe: nothing,
  createSignInTicket: nothing,
  listCalls: nothing,
  listDeliveries: nothing,
  listWorkers: nothing,
  listTrunks: nothing,
  listOverdue: nothing,
  listFailures: nothing,
  streamEvents: nothing,
};
