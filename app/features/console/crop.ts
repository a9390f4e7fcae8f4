/** The chosen part of a picture: how far it is moved from the left and the top (0 to 1), and how far it is enlarged. */
export type CropChoice = { left: number; top: number; zoom: number }

/** A rectangle in the pixels of a picture. */
export type CropArea = { x: number; y: number; width: number; height: number }

export const MAX_ZOOM = 4

/** Returns the first choice: as large as it fits, in the middle. A square is a portrait, whose head is at the top. */
export function getFirstCrop(aspect: number): CropChoice {
  return { left: 0.5, top: aspect === 1 ? 0 : 0.5, zoom: 1 }
}

/** Returns the part of a picture of this size with the aspect ratio `aspect`, as large as the zoom allows. */
export function getCropArea(picture: { width: number; height: number }, aspect: number, choice: CropChoice): CropArea {
  const width = Math.min(picture.width, picture.height * aspect) / choice.zoom
  const height = width / aspect
  return { x: (picture.width - width) * choice.left, y: (picture.height - height) * choice.top, width, height }
}

/**
 * Moves the chosen part by a drag, in pixels of the picture. Where the part already has the picture's whole width
 * or height, it does not move.
 */
export function dragCrop(
  picture: { width: number; height: number },
  aspect: number,
  choice: CropChoice,
  { byX, byY }: { byX: number; byY: number },
): CropChoice {
  const area = getCropArea(picture, aspect, choice)
  const moved = (from: number, by: number, free: number) => (free > 0 ? Math.min(1, Math.max(0, from - by / free)) : from)
  return {
    ...choice,
    left: moved(choice.left, byX, picture.width - area.width),
    top: moved(choice.top, byY, picture.height - area.height),
  }
}
