/** Says of a time that is pointed at what it was on the reader's own clock. */
addEventListener("pointerover", ({ target }) => {
  const time = target instanceof Element ? target.closest("time") : null;
  if (time === null || time.title !== "") return;
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.getTime())) time.title = `${moment.toLocaleString()} here`;
});
