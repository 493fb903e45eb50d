import { audioAt, label, pause, receive, receiveInvite, respond, respondToInvite, type Step } from './sipp-scenario';

const sdp = audioAt('[media_port]');
const ringing = respondToInvite(180, 'Ringing');

/** Answers, and takes a CANCEL that comes too late, an answer that is never acknowledged, and the BYE of another process. */
export const answersToAny: Step[] = [
  receiveInvite(),
  ringing,
  pause(100),
  respondToInvite(200, 'OK', { sdp, retransmit: true }),
  receive('ACK', { optional: true }),
  receive('CANCEL', { optional: true, next: 'canceled' }),
  receive('BYE', { next: 'ended' }),
  label('canceled'),
  respond(481, 'Call Does Not Exist'),
  receive('ACK', { optional: true }),
  receive('BYE'),
  label('ended'),
  respond(200, 'OK'),
];

/** Says nothing until it is canceled. */
export const staysSilentUntilCanceled: Step[] = [
  receiveInvite(),
  receive('CANCEL'),
  respond(200, 'OK'),
  respondToInvite(487, 'Request Terminated'),
];

/** Rings until another process ends the call: by CANCEL, and by a BYE if it knows of the ringing. */
export const ringsUntilRecovered: Step[] = [
  receiveInvite(),
  ringing,
  receive('CANCEL'),
  respond(200, 'OK'),
  respondToInvite(487, 'Request Terminated'),
  receive('BYE'),
  respond(481, 'Call Does Not Exist'),
];

/** Answers without ringing, is then canceled, and repeats its answer until that is acknowledged and hung up. */
export const answersAndInsists: Step[] = [
  receiveInvite(),
  respondToInvite(200, 'OK', { sdp }),
  receive('CANCEL'),
  respond(481, 'Call Does Not Exist'),
  respondToInvite(200, 'OK', { sdp, retransmit: true }),
  receive('ACK'),
  receive('BYE'),
  respond(200, 'OK'),
];
