import { getResolvedPDFJS } from 'unpdf'
import type { PDFPageProxy } from 'unpdf/pdfjs'

const { OPS } = await getResolvedPDFJS()

/** Operators that draw images, gradients and patterns. */
const PICTURES = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintSolidColorImageMask,
  OPS.shadingFill,
  OPS.setFillColorN,
  OPS.setStrokeColorN,
])
/** Elements of a path: each is followed by x and y, or by nothing. Every other one is a curve. */
const PATH = { move: 0, line: 1, close: 4 }
/** Points by which a horizontal or vertical line may deviate. */
const TOLERANCE = 0.5

/**
 * Returns true if a page shows nothing but text, horizontal and vertical lines, and boxes. Its text does not say what an
 * image, a drawing, a signature or a comment shows.
 */
export async function isTextOnly(page: PDFPageProxy): Promise<boolean> {
  const annotations = await page.getAnnotations({ intent: 'any' })
  if (annotations.some(({ subtype, hasAppearance }) => subtype !== 'Link' || hasAppearance)) {
    return false
  }
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.every(
    (operator, at) => !PICTURES.has(operator) && !(operator === OPS.constructPath && isDrawing(argsArray[at]?.[1]?.[0] ?? [])),
  )
}

/** Returns true if a path has a curve or a slanted line. */
function isDrawing(path: ArrayLike<number>): boolean {
  let [x, y] = [0, 0]
  for (let at = 0; at < path.length;) {
    const element = path[at]
    if (element === PATH.close) {
      at += 1
      continue
    }
    const [toX = 0, toY = 0] = [path[at + 1], path[at + 2]]
    const isSlanted = Math.abs(toX - x) > TOLERANCE && Math.abs(toY - y) > TOLERANCE
    if (element !== PATH.move && (element !== PATH.line || isSlanted)) {
      return true
    }
    ;[x, y] = [toX, toY]
    at += 3
  }
  return false
}

/** Points of a line that is as tall as a row of a table, and of one that is as wide as a table. */
const [ROW, TABLE] = [10, 100]
/** Rules of equal length on a page: one below its head, one above its foot, and three of a table without sides. */
const RULES = 3

/** Returns true if a page shows what its text does not say: a picture, a drawing, or the lines of a table. */
export async function hasTableOrPicture(page: PDFPageProxy): Promise<boolean> {
  if (!(await isTextOnly(page))) {
    return true
  }
  const { fnArray, argsArray } = await page.getOperatorList()
  let sides = 0
  const rules = new Map<string, number>()
  for (const [at, operator] of fnArray.entries()) {
    const [paint, path, bounds] = operator === OPS.constructPath ? (argsArray[at] as Path) : NO_PATH
    // A path that only clips is not drawn.
    if (!path?.[0] || !bounds || paint === OPS.endPath) {
      continue
    }
    const [left = 0, top = 0, right = 0, bottom = 0] = bounds
    if (Math.abs(bottom - top) > ROW) {
      sides += 1
    } else if (Math.abs(right - left) > TABLE) {
      const place = `${Math.round(left / 4)} ${Math.round(right / 4)}`
      rules.set(place, (rules.get(place) ?? 0) + 1)
    }
  }
  return sides > 1 || [...rules.values()].some((count) => count >= RULES)
}

/** How a path is painted, its elements, and its bounds. */
type Path = readonly [number, readonly [ArrayLike<number> | null] | null, Iterable<number> | null]
const NO_PATH: Path = [0, null, null]
