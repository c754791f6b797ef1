/** The library of types does not know of lamps yet. */
interface TorchConstraints extends MediaTrackConstraintSet {
  torch: boolean;
}

/** True where the camera has a lamp that a page may light. */
export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  // Firefox has no such method.
  const { getCapabilities } = (track ?? {}) as Partial<MediaStreamTrack>;
  const capabilities = getCapabilities?.call(track) as { torch?: boolean } | undefined;
  return capabilities?.torch === true;
}

/** Resolves to whether the lamp obeyed. */
export async function lightTorch(stream: MediaStream, isLit: boolean): Promise<boolean> {
  const wanted: TorchConstraints = { torch: isLit };
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [wanted] });
    return true;
  } catch {
    return false;
  }
}
