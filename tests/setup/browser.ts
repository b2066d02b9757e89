// A real browser for the pages: the system's Chromium without a window, one for the test files of a worker.
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Served } from './served.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined: there is none here; tests say so and are skipped. */
export const chromiumPath: string | undefined = places.find((path) => existsSync(path));

let opened: Promise<Browser> | undefined;

/**
 * To start it takes longer than much of what is looked at in it. A file closes what it has opened in it; the browser itself ends
 * with the worker.
 */
export async function openBrowser(): Promise<Browser> {
  opened ??= launched();
  const browser = await opened;
  if (browser.isConnected()) return browser;
  opened = launched();
  return await opened;
}

async function launched(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return browser;
}

/** A browser of its own: what is stored in it, nobody else has. Nothing moves, so that what is looked at stands still. */
export async function newUser(browser: Browser): Promise<BrowserContext> {
  return await browser.newContext({ reducedMotion: 'reduce' });
}

export interface Watched {
  readonly page: Page;
  /** What went wrong in the page since it was opened: errors, refusals of the policy. */
  readonly faults: readonly string[];
}

/** The page of a server, with the token; `at` is an address behind `#`. */
export async function openPage(
  context: BrowserContext,
  { url, token }: Pick<Served, 'url' | 'token'>,
  at = '/',
): Promise<Watched> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(`${url}/#token=${token}`);
  if (at !== '/') await page.goto(`${url}/#${at}`);
  return { page, faults };
}

/**
 * What axe finds against it, by rule and place, in the theme the page is shown in. Colours are all that differs between themes:
 * one of them is looked at whole, the other with `['color-contrast']`.
 */
export async function accessFaults(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  // Only what is wrong is put into words, and there are no frames whose findings a page of its own would have to join.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (only === undefined ? axe : axe.withRules([...only])).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
  );
}
