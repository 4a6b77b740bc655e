/** Who imports whom. Every name that occurs as a target need not be a key. */
export type Graph = Map<string, Set<string>>

/** Names that import each other round: each imports the next, the last imports the first, which sorts first. */
export type Circle = readonly string[]

/**
 * The circles of a graph, sorted: for each import that lies on a circle the shortest one, the alphabet deciding between
 * equals. So every import that has to go is in one of them, and there are never more of them than imports.
 */
export function circlesOf(graph: Graph): Circle[] {
  const found = new Map<string, Circle>()
  for (const [from, targets] of graph) {
    for (const to of targets) {
      const back = shortestPath(graph, to, from)
      if (back === undefined) continue
      const circle = smallestFirst(back)
      found.set(circle.join(' '), circle)
    }
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, circle]) => circle)
}

/** The names from `start` to `end`, both with them. */
function shortestPath(graph: Graph, start: string, end: string): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[start, undefined]])
  for (const name of cameFrom.keys()) {
    if (name === end) return pathTo(end, cameFrom)
    for (const next of [...(graph.get(name) ?? [])].toSorted()) {
      if (!cameFrom.has(next)) cameFrom.set(next, name)
    }
  }
  return undefined
}

function pathTo(end: string, cameFrom: Map<string, string | undefined>): string[] {
  const path: string[] = []
  for (let name: string | undefined = end; name !== undefined; name = cameFrom.get(name)) path.unshift(name)
  return path
}

function smallestFirst(circle: string[]): Circle {
  const first = circle.indexOf(circle.toSorted()[0] ?? '')
  return [...circle.slice(first), ...circle.slice(0, first)]
}
