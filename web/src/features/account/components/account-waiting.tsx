import { Skeleton } from '@talad/ui/components/status'

/** The place of the name that others see. */
export function NameWaiting() {
  return <Skeleton className="h-27 max-w-lg" />
}

/** The account before it is known whose it is: everything that is the same for everybody, in its place. */
export function AccountWaiting() {
  return (
    <div className="page grid min-h-dvh content-start gap-8 pt-12 *:min-w-0">
      <div className="flex items-center gap-4">
        <Skeleton className="size-18 shrink-0 rounded-full" />
        <Skeleton className="h-10 w-44" />
      </div>
      <NameWaiting />
      <Skeleton className="h-13" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-6 lg:grid-cols-4 xl:grid-cols-5">
        {[1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} className="aspect-square last:max-xl:hidden" />
        ))}
      </div>
    </div>
  )
}
