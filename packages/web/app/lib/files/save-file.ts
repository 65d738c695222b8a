/** Clicks on a link that saves what `address` answers, under the name that the answer has. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Whether an address gives its file now. Asked first: some browsers save a refusal as if it were one. */
export async function isFileAvailable(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}
