// From the plan of a brief and the files that come with it to what goes on record.

import type { Player } from '../../contest/play/player.ts';
import { needSandbox } from '../../contest/workspace/confine.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import { checkedBy, type SetUp } from '../format.ts';
import type { Scene } from '../scene.ts';
import { type BriefRequest, type KeptFile, plan } from './options.ts';

/** Handed in files of `carried` come as `carried/N/...`, the others are handed out. */
const ofCarried = /^carried\/(\d+)\/(.+)$/;

export function setUp({ plan: said, sandbox, yolo, maxDisk }: BriefRequest, scene: Scene): SetUp {
  const wanted = checkedBy(plan, jsonOf(said), 'the plan of a brief');
  return {
    tier: yolo === true ? 'full' : 'write',
    async prepare(player, { cwd, away }) {
      await refuseSecond(player, cwd);
      if (away !== true) await needSandbox(player, sandbox);
      const blobs: StagedBlob[] = [];
      const given: KeptFile[] = [];
      const work = wanted.carried.map(({ files }) => [...files]);
      for (const { path, mode, content } of scene.material) {
        const staged = await player.ledger.stage(await content());
        blobs.push(staged);
        const [, at, inside] = ofCarried.exec(path) ?? [];
        if (inside === undefined) given.push({ path, mode, content: staged.ref });
        else work[Number(at)]?.push({ path: inside, mode, content: staged.ref });
      }
      const taken = wanted.carried.map((one, at) => ({ ...one, files: work[at] ?? [] }));
      return {
        options: {
          ...wanted,
          carried: taken,
          given,
          sandbox,
          maxDiskBytes: maxDisk,
          tag: wanted.template,
        },
        blobs,
      };
    },
  };
}

/** Right before it is opened: of two that were begun at the same moment one would drop the other's entries. */
async function refuseSecond({ ledger }: Player, folder: string): Promise<void> {
  const open = await ledger.contests({ format: 'brief', state: 'open', folders: [folder] });
  const other = open.find(({ event }) => event.type === 'contest.opened' && event.task.cwd === folder);
  if (other === undefined) return;
  throw new JoustError(`this brief is played already: contest ${other.contest}`, {
    code: 'busy',
    hint: `Watch it with joust tail ${other.contest}, or play it on with joust resume ${other.contest}.`,
  });
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
