import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Post } from '@guilda/contract/community/social';
import type { Service } from '@guilda/contract/services/catalog';
import { chromium } from '@playwright/test';
import { fullBrowserOptions, systemChromium } from '../packages/e2e/support/chromium.ts';
import {
  type FirstVisit,
  maxHomeScriptBytes,
  measureFirstVisit,
} from '../packages/e2e/support/first-visit.ts';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { hasPrintedUrl, startScript } from './processes.ts';
import type { ReportLine } from './report.ts';

const phoneOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Maximum number of files that the first visit to the home page may load. */
const MAX_HOME_REQUESTS = 20;

/** Package that `npx` fetches; it is not a dependency, because only this optional step uses it. */
const LIGHTHOUSE_PACKAGE = 'lighthouse@13.5.0';
const LIGHTHOUSE_RUNS = 5;

/** Medians of Lighthouse's runs with its phone settings. */
interface LighthouseFigures {
  /** Performance score from 0 to 1. */
  readonly performanceScore: number;
  /** Largest contentful paint in ms. */
  readonly lcp: number;
  /** Cumulative layout shift. */
  readonly cls: number;
  /** Total blocking time in ms. */
  readonly tbt: number;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The fields of Lighthouse's report that the benchmark reads. */
interface LighthouseReport {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

function runLighthouseOnce(url: string, outputPath: string): Promise<void> {
  const chromePath = systemChromium();
  return new Promise((resolve, reject) => {
    const flags = '--chrome-flags=--headless=new --no-sandbox';
    const program = spawn(
      'npx',
      [
        '--yes',
        LIGHTHOUSE_PACKAGE,
        url,
        flags,
        '--quiet',
        '--output=json',
        `--output-path=${outputPath}`,
      ],
      { env: { ...process.env, ...(chromePath ? { CHROME_PATH: chromePath } : {}) } },
    );
    program.once('error', reject);
    program.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Lighthouse ended with ${code}`)),
    );
  });
}

async function measureByLighthouse(url: string, folder: string): Promise<LighthouseFigures> {
  const reports: LighthouseReport[] = [];
  const output = join(folder, 'lighthouse.json');
  for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1) {
    await runLighthouseOnce(url, output);
    reports.push(JSON.parse(await readFile(output, 'utf8')));
  }
  const medianOfAudit = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  return {
    performanceScore: median(reports.map(({ categories }) => categories.performance.score ?? 0)),
    lcp: medianOfAudit('largest-contentful-paint'),
    cls: medianOfAudit('cumulative-layout-shift'),
    tbt: medianOfAudit('total-blocking-time'),
  };
}

/** What the first visit to a page loads and, with `BENCH_LIGHTHOUSE=1`, the results of Lighthouse. */
export interface FirstVisitFigures {
  readonly visit: FirstVisit;
  readonly lighthouse: LighthouseFigures | null;
}

/** Finds the path of one public page of each kind, with ids of the demo data. */
async function findPaths(url: string): Promise<readonly string[]> {
  const firstOf = async <T>(path: string, listName: string): Promise<T> => {
    const page = (await (await fetch(url + path)).json()) as Record<string, T[]>;
    const first = page[listName]?.[0];
    if (!first) throw new Error(`${path} lists nothing`);
    return first;
  };
  const { id, category, seller } = await firstOf<Service>('/api/services?limit=1', 'services');
  const { uid } = await firstOf<Post>('/api/social/posts?limit=1', 'posts');
  return [
    '/',
    `/service/${id}`,
    '/community',
    `/category/${category}`,
    '/search?q=a',
    `/user/${seller.username}`,
    `/post/${uid}`,
  ];
}

async function measurePages(
  url: string,
  folder: string,
): Promise<Readonly<Record<string, FirstVisitFigures>>> {
  const browser = await chromium.launch(fullBrowserOptions());
  const figures: Record<string, FirstVisitFigures> = {};
  try {
    for (const path of await findPaths(url)) {
      const visit = await measureFirstVisit(browser, url + path, phoneOptions);
      const withLighthouse = process.env['BENCH_LIGHTHOUSE'] === '1';
      const lighthouse = withLighthouse ? await measureByLighthouse(url + path, folder) : null;
      figures[path] = { visit, lighthouse };
    }
  } finally {
    await browser.close();
  }
  return figures;
}

/**
 * Measures the first visit to public pages in a phone-sized window. The server's demo data and Lighthouse's reports are
 * stored in `folder`.
 */
export async function measureFirstVisits(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, FirstVisitFigures>>> {
  const program = await startScript('scripts/start.ts', await findFreePort(), hasPrintedUrl, {
    ...env,
    SEED_DEMO: '1',
    DATA_DIR: folder,
  });
  try {
    return await measurePages(program.url, folder);
  } finally {
    await program.stop();
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

function requestKindsText({ kinds }: FirstVisit): string {
  return Object.entries(kinds)
    .map(([kind, { files, bytes }]) => `${kind} ${files}/${kilobytes(bytes)}`)
    .join(', ');
}

function reportLinesOfPage(path: string, { visit, lighthouse }: FirstVisitFigures): ReportLine[] {
  const isHome = path === '/';
  const requests = visit.requests + visit.pictures;
  const maxRequests = isHome ? MAX_HOME_REQUESTS : 30;
  const lines: ReportLine[] = [
    {
      name: `first visit to ${path}: files (${requestKindsText(visit)})`,
      value: String(requests),
      targetText: `at most ${maxRequests}`,
      isMet: requests <= maxRequests,
    },
  ];
  if (isHome)
    lines.push({
      name: 'scripts of the home page on the wire',
      value: kilobytes(visit.scriptBytes),
      targetText: `at most ${kilobytes(maxHomeScriptBytes)}`,
      isMet: visit.scriptBytes <= maxHomeScriptBytes,
    });
  if (lighthouse)
    lines.push({
      name: `Lighthouse on ${path}: LCP ${Math.round(lighthouse.lcp)} ms, TBT ${Math.round(lighthouse.tbt)} ms, CLS ${lighthouse.cls.toFixed(3)}`,
      value: String(Math.round(lighthouse.performanceScore * 100)),
      targetText: 'at least 95',
      isMet: lighthouse.performanceScore >= 0.95,
    });
  return lines;
}

/** The lines of the report about first visits. */
export const firstVisitReportLines = (
  figures: Readonly<Record<string, FirstVisitFigures>>,
): ReportLine[] =>
  Object.entries(figures).flatMap(([path, found]) => reportLinesOfPage(path, found));
