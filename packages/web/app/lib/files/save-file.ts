/** Downloads the file at `fileUrl`; the response determines the file's name. */
export function downloadFrom(fileUrl: string): void {
  const link = document.createElement('a');
  link.href = fileUrl;
  link.download = '';
  link.click();
}

/**
 * Whether the file at an address can be downloaded. Checked first, because some browsers would save an error page as
 * the file.
 */
export async function isFileAvailable(fileUrl: string): Promise<boolean> {
  try {
    return (await fetch(fileUrl, { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}
