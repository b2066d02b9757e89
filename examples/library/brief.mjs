// An open task in a folder: its contestants hand in, a function judges by the rubric, one of them makes the best of all, and a report
// is written. Run it where the folder `letter` has a brief.yaml with a rubric, and a BRIEF.md.
import { brief, judgeBrief, mergeBrief, reportBrief } from 'joust';

/** A judge answers in the form its prompt ends with: whole numbers for every entry, under the labels it is shown. */
const judge = {
  name: 'even',
  play: ({ prompt }) => {
    const [form = ''] = /^\{"nonce": .*\}$/m.exec(prompt) ?? [];
    return `All do what was asked.\nDIVERGENCE: how long it is\n${form.replaceAll('NUMBER', '3')}`;
  },
};

const folder = 'letter';
const { answers } = await brief({ folder, limits: { attempts: 10, time: '10m' } });
console.log(`handed in: ${answers.map(({ contestant }) => contestant).join(', ')}`);
const { result } = await judgeBrief({ folder, judges: [judge] });
console.log(`judged: ${result.rows.map(({ contestant }) => contestant).join(', ')}`);
const merged = await mergeBrief({ folder, base: answers[0].contestant });
console.log(`merged: ${merged.state}`);
const { files } = await reportBrief({ folder });
console.log(`written: ${files.join(', ')}`);
