// Text of others that attacks the page: wherever it is shown it is text, nothing runs, nothing is loaded, nothing hangs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { goodSum, type RacePlace, racePlace, testCheck } from '../setup/race-place.ts';
import { type Served, serve } from '../setup/served.ts';

const mark = 'window.owned=1';
const attacks = [
  `<script>${mark}</script>`,
  `<img src=x onerror="${mark}">`,
  `<svg onload="${mark}"><animate onbegin="${mark}"/></svg>`,
  `[click](javascript:${mark})`,
  `[data](data:text/html,<script>${mark}</script>)`,
  '![pixel](http://127.0.0.1:9/leak.png)',
  `<a href="javascript:${mark}">link</a><iframe srcdoc="<script>parent.${mark}</script>"></iframe>`,
  `<style>body{display:none}</style><form action="http://127.0.0.1:9"><button>ok</button></form>`,
  '\u001b[2J\u001b]0;owned\u0007 \u202Egnp.exe\u202C a\u200Bb\u2066c',
  `\`\`\`html\n<script>${mark}</script>\n\`\`\``,
  `</noscript></script><script>${mark}</script>`,
].join('\n\n');

describe.skipIf(chromiumPath === undefined)('hostile text (needs Chromium)', () => {
  let place: RacePlace;
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    place = racePlace();
    place.contestants({
      evil: [
        { think: attacks },
        { notice: attacks },
        goodSum,
        { edit: `<img src=x onerror=${mark.replace('=', '\\u003d')}>.js`, content: attacks },
        { say: attacks },
      ],
      long: [{ say: 'x'.repeat(1_000_000) }],
      deep: [{ say: '['.repeat(50_000) }],
      broken: [{ say: 'half' }, { fail: `exit: ${attacks}` }],
    });
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  /** Nothing of it runs, and the page answers. */
  async function isUnharmed(page: Page): Promise<void> {
    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect(await page.locator('main img, main iframe, main form[action], main style').count()).toBe(0);
    expect(await page.locator('main a[href^="javascript:" i], main a[href^="data:" i]').count()).toBe(0);
  }

  async function guarded(at: string, before = '/') {
    const user = await newUser(browser);
    const { page, faults } = await openPage(user, served, before);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(served.url) && !request.url().startsWith('file:'))
        elsewhere.push(request.url());
    });
    page.on('dialog', (dialog) => {
      elsewhere.push(dialog.message());
      void dialog.dismiss();
    });
    if (at.startsWith('file:')) await page.goto(at);
    else await page.goto(`${served.url}/#${at}`);
    return { page, user, faults, elsewhere };
  }

  it('is shown as text in answers, whatever its length and however it fails', async () => {
    const names = ['evil', 'long', 'deep', 'broken'].flatMap((name) => ['-c', name]);
    await place.joust(['ask', ...names, `${attacks} ?`]);
    const { body } = await served.get('/contests/@last');
    const { page, user, faults, elsewhere } = await guarded(`/contests/${body.id}/answers`);
    await page.getByText(`<script>${mark}</script>`).first().waitFor();
    await page.getByText('␛[2J').first().waitFor();
    await page.getByText('xxxxxxxxxx').first().waitFor();
    await page.getByText('[[[[[[').first().waitFor();
    await isUnharmed(page);
    await page.goto(`${served.url}/#/contests`);
    await page
      .getByRole('link', { name: /script/ })
      .first()
      .waitFor();
    await isUnharmed(page);

    const html = join(place.folder, 'report.html');
    expect((await place.joust(['export', '--html', html])).code).toBe(0);
    await page.goto(pathToFileURL(html).href);
    await page.getByText(`<script>${mark}</script>`).first().waitFor();
    await isUnharmed(page);
    expect([faults, elsewhere]).toEqual([[], []]);
    await user.close();
  });

  it('is shown as text in diffs, checks, verdicts, the timeline and the decision of a race', async () => {
    writeFileSync(join(place.folder, 'note.txt'), attacks);
    await place.race(['evil', 'broken'], [...testCheck, '--check', `shout=cat note.txt; exit 1`]);
    const { body } = await served.get('/contests/@last');
    const { page, user, faults, elsewhere } = await guarded(`/contests/${body.id}`);
    for (const tab of ['result', 'diffs', 'checks', 'timeline', 'answers']) {
      await page.goto(`${served.url}/#/contests/${body.id}/${tab}`);
      await page.locator('main .tabs a[aria-current]').waitFor();
      await page.getByText('evil').first().waitFor();
      await isUnharmed(page);
    }
    expect([faults, elsewhere]).toEqual([[], []]);
    await user.close();
  });
});
