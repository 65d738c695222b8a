/** Downloads the file at `address`; the response determines the file's name. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/**
 * Whether the file at an address can be downloaded. Checked first, because some browsers would save an error page as
 * the file.
 */
export async function isFileAvailable(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}
