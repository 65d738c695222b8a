/** Stands for the identity provider on its button. */
export function ProviderMark() {
  return (
    <svg
      className="i"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      aria-hidden="true"
    >
      <path d="M20 12h-8M20 12a8 8 0 1 1-2.4-5.7" />
    </svg>
  );
}
