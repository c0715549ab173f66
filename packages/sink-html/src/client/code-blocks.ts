/*
 * Code gets its colours, and diffs the numbers of their lines, when they come on the screen or are
 * about to be printed.
 */

const waitingBlocks = new Set(
  document.querySelectorAll("#conversation :is(.diff, pre[data-syntax])"),
);

const blockObserver = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) if (isIntersecting) finishBlock(target);
});
for (const block of waitingBlocks) blockObserver.observe(block);

addEventListener("beforeprint", () => {
  for (const block of waitingBlocks) if (block.checkVisibility()) finishBlock(block);
});

function finishBlock(block: Element): void {
  waitingBlocks.delete(block);
  blockObserver.unobserve(block);
  const isDiff = block.matches(".diff");
  if (isDiff) addLineNumbers(block);
  const syntax = syntaxes[isDiff ? syntaxOfDiff(block) : (block.getAttribute("data-syntax") ?? "")];
  if (syntax !== undefined) colourCode(block, syntax);
}
