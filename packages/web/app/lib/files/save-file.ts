/** Downloads the file at `address` under the name that the response gives it. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Whether the file at an address can be downloaded; some browsers would save an error page instead. */
export async function isFileAvailable(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}
