/** A dashed line where one sheet becomes two. */
export function Perforation({ className }: { className?: string | undefined }) {
  return <hr className={className ? `picote ${className}` : 'picote'} />;
}
