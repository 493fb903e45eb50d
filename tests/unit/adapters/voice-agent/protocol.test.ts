import { parseAgentMessage } from '../../../../shared/adapters/voice-agent/media-streams/protocol';

const output = (data: string): string => `{"event":"outdial.output","data":${data}}`;

describe('output of an agent', () => {
  it.each(['{"ID":1546130668394913822}', '{"a":[1e400]}', '{"a":1,"a":2}'])(
    'is not understood if it would not be stored as it was sent: %s',
    (data) => {
      expect(parseAgentMessage(output(data))).toBe('malformed');
    },
  );

  it.each(['{"ID":"1546130668394913822","Share":0.5}', String.raw`{"Text":"\ud800"}`])(
    'is read as sent: %s',
    (data) => {
      expect(parseAgentMessage(output(data))).toEqual({ event: 'outdial.output', data: JSON.parse(data) as unknown });
    },
  );
});
