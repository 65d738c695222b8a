import { expect, it } from 'vitest';
import { createActivityReporter } from './activity.ts';
import { fakeTime } from './fake-connection.ts';

function setUpActivity() {
  const time = fakeTime();
  const sentAt: number[] = [];
  const activity = createActivityReporter({
    timers: { after: time.after },
    now: time.now,
    send: () => sentAt.push(time.now()),
  });
  return { time, sentAt, activity };
}

it('a change of page is reported a second after the last one', async () => {
  const { time, sentAt, activity } = setUpActivity();
  activity.pageOpened();
  await time.pass(900);
  activity.pageOpened();
  await time.pass(900);
  expect(sentAt).toEqual([]);
  await time.pass(5_000);
  expect(sentAt).toEqual([1_800 + 100]);
});

it('input of a person is reported at most once a minute', async () => {
  const { time, sentAt, activity } = setUpActivity();
  for (let second = 0; second < 150; second += 1) {
    activity.pageUsed();
    await time.pass(1_000);
  }
  expect(sentAt).toEqual([0, 60_000, 120_000]);
});

it('a change of page counts as activity of the person', async () => {
  const { time, sentAt, activity } = setUpActivity();
  activity.pageOpened();
  await time.pass(1_000);
  activity.pageUsed();
  expect(sentAt).toEqual([1_000]);
});

it('nothing is reported after it was stopped', async () => {
  const { time, sentAt, activity } = setUpActivity();
  activity.pageOpened();
  activity.stop();
  await time.pass(60_000);
  expect(sentAt).toEqual([]);
});
