import { contextWith } from "./context.mjs";

/** Fields that nearly every bubble of 2026 carries without content. */
const emptyLists =
  "approximateLintErrors lints codebaseContextChunks commits pullRequests attachedCodeChunks assistantSuggestedDiffs gitDiffs interpreterResults images attachedFolders attachedFoldersNew userResponsesToSuggestedCodeBlocks suggestedCodeBlocks diffsForCompressingFiles relevantFiles toolResults notepads capabilities multiFileLinterErrors diffHistories recentLocationsHistory recentlyViewedFiles fileDiffTrajectories docsReferences webReferences aiWebSearchResults attachedFoldersListDirResults humanChanges summarizedComposers cursorRules cursorCommands cursorCommandsExplicitlySet contextPieces editTrailContexts allThinkingBlocks diffsSinceLastApply deletedFiles attachedFileCodeChunksUris consoleLogs uiElementPicked knowledgeItems documentationSelections externalLinks projectLayouts capabilityContexts todos mcpDescriptors workspaceUris symbolLinks fileLinks codeBlocks capabilityStatuses selectedSubagents terminalFiles pastChats browserSelections skillReferences planReferences visualEdits customSubagents canvasReferences hookContexts promptSuggestions".split(
    " ",
  );
const flags =
  "existedSubsequentTerminalCommand existedPreviousTerminalCommand attachedHumanChanges isRefunded useWeb isNudge skipRendering isPlanExecution isQuickSearchQuery isSummaryBubble isSimulated cursorCommandsApplied usesLongContext wasQueued isResumed".split(
    " ",
  );
const empty = {
  ...Object.fromEntries(emptyLists.map((name) => [name, []])),
  ...Object.fromEntries(flags.map((name) => [name, false])),
};
const supportedTools = [
  1, 3, 5, 6, 7, 8, 9, 11, 12, 15, 16, 18, 19, 23, 25, 27, 29, 30, 32, 34, 35, 38, 39, 40, 41, 42,
  43, 48, 49, 51, 52,
];

/**
 * Makes bubbles. Of the assistant's, 64 % have a tool call, 23 % text and 35 % reasoning, and each
 * step of an answer is one; a row has about 14 KB.
 */
export function bubblesFrom(random, text, files, tools) {
  function bubble(chat, type, fields) {
    chat.now += random.integer(400, 20_000);
    return {
      _v: 3,
      type,
      ...empty,
      bubbleId: random.uuid(),
      isAgentic: true,
      unifiedMode: 2,
      requestId: chat.requestId,
      serverBubbleId: random.uuid(),
      checkpointId: random.uuid(),
      createdAt: new Date(chat.now).toISOString(),
      tokenCount: { inputTokens: 0, outputTokens: 0 },
      context: contextWith([]),
      conversationState: "~",
      editToolSupportsSearchAndReplace: true,
      supportedTools,
      text: "",
      richText: "",
      ...fields,
    };
  }

  function user(chat) {
    chat.requestId = random.uuid();
    const words = text.plain(random.spread(30, 2500));
    const children = [{ type: "paragraph", version: 1, children: [{ type: "text", text: words }] }];
    const attached = Array.from({ length: random.integer(0, 4) }, () => files.excerpt(20, 200));
    return bubble(chat, 1, {
      text: words,
      richText: JSON.stringify({ root: { type: "root", version: 1, children } }),
      context: contextWith(attached.map(({ file }) => file)),
      attachedCodeChunks: attached.map(({ file, start, lines }) => ({
        relativeWorkspacePath: file.name,
        startLineNumber: start + 1,
        lines,
      })),
      relevantFiles: attached.map(({ file }) => file.name),
      workspaceUris: [`file://${files.root}`],
      workspaceProjectDir: "/home/mira/.cursor/projects/home-mira-shop",
      modelInfo: { modelName: chat.model },
    });
  }

  function assistant(chat) {
    const kind = random.weighted({ tool: 64, text: 20, thinking: 16 });
    const chance = { tool: 0.2, text: 0.3, thinking: 1 }[kind];
    const said = { text: () => textFields(random, text), tool: () => toolFields(chat) }[kind]?.();
    return bubble(chat, 2, {
      ...(random.chance(chance) && thinkingFields(random, text)),
      ...said,
      modelInfo: { modelName: chat.model },
      timingInfo: {
        clientStartTime: chat.now,
        clientRpcSendTime: chat.now + 80,
        clientSettleTime: chat.now + 2600,
        clientEndTime: chat.now + 2600,
      },
      tokenCount: { inputTokens: random.integer(5e3, 15e4), outputTokens: random.integer(50, 3e3) },
      usageUuid: chat.requestId,
    });
  }

  function toolFields(chat) {
    const { codeBlocks = [], ...toolFormerData } = tools(chat);
    return { capabilityType: 15, toolFormerData, codeBlocks };
  }

  return { user, assistant };
}

function textFields(random, text) {
  const words = text.markdown(random.spread(100, 5000));
  const fences = [...words.matchAll(/^```(\w+)\n(.*?)^```/gms)];
  return {
    text: words,
    codeBlocks: fences.map(([, languageId, content], codeBlockIdx) => ({
      content,
      languageId,
      codeBlockIdx,
      version: 0,
    })),
  };
}

function thinkingFields(random, text) {
  return {
    capabilityType: 30,
    thinking: { text: text.rich(random.spread(200, 4000)), signature: random.hex(600) },
    thinkingDurationMs: random.integer(300, 30_000),
  };
}
