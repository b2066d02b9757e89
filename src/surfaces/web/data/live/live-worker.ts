// Reads the live stream once for all tabs of a browser: browsers allow six connections to one address.
import { LiveStream } from './live-stream.ts';
import type { FromTab, ToTab } from './live-words.ts';

const stream = new LiveStream();

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  const tab = stream.join((told: ToTab) => port.postMessage(told));
  port.onmessage = ({ data }: MessageEvent<FromTab>) => {
    if (data.type !== 'tab') return tab.say(data);
    // Had only when the tab is gone.
    navigator.locks?.request(data.lock, () => tab.say({ type: 'leave' })).catch(() => undefined);
  };
});
