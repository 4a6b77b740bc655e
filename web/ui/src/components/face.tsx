/** The picture that somebody chose to be shown by. */
export function Face({ picture, className }: { picture: string; className: string }) {
  return (
    <img
      src={picture}
      alt=""
      decoding="async"
      className={`shrink-0 rounded-full bg-sunken object-cover ${className}`}
    />
  )
}
