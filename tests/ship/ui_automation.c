/* Stands in for uiautomationcore.dll, the client's side of UI Automation, which wine has in parts only: whenever the window is
   asked for its tree, all of it is written to the file that GOOSETABLE_TREE names, an element a line, indented by its depth:
   its kind, its name, and whether it has the focus or is disabled. With -DRANDOM_NUMBERS it is bcryptprimitives.dll instead. */

#include <windows.h>

#ifdef RANDOM_NUMBERS
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
#else
#define COBJMACROS
#define UIAutomationCore_EXPORTS
#include <initguid.h>
#include <stdio.h>
#include <stdlib.h>
#include <uiautomationcore.h>

enum { KIND = 30003, NAME = 30005, FOCUS = 30008, ENABLED = 30010 };

static HRESULT WINAPI same(IUnknown *self, REFIID kind, void **found) { *found = self; return S_OK; }
static ULONG WINAPI counted(IUnknown *self) { return 1; }
static IUnknownVtbl table = {same, counted, counted};
static IUnknown not_supported = {&table};

__declspec(dllexport) HRESULT WINAPI UiaGetReservedNotSupportedValue(IUnknown **found) { *found = &not_supported; return S_OK; }
__declspec(dllexport) int WINAPI UiaLookupId(int kind, const GUID *id) { return 42000; }
__declspec(dllexport) HRESULT WINAPI UiaHostProviderFromHwnd(HWND window, IRawElementProviderSimple **found) {
    *found = NULL;
    return E_FAIL;
}
__declspec(dllexport) HRESULT WINAPI UiaRaiseAutomationEvent(IRawElementProviderSimple *element, int event) { return S_OK; }
__declspec(dllexport) HRESULT WINAPI UiaRaiseAutomationPropertyChangedEvent(
    IRawElementProviderSimple *element, int property, VARIANT old, VARIANT now) { return S_OK; }

static void write_property(FILE *out, IRawElementProviderSimple *element, int property) {
    VARIANT value;
    char text[4000] = "";
    VariantInit(&value);
    if (FAILED(IRawElementProviderSimple_GetPropertyValue(element, property, &value))) fprintf(out, " fault");
    else if (value.vt == VT_I4) fprintf(out, "%ld", value.lVal);
    else if (value.vt == VT_BOOL && property == FOCUS && value.boolVal) fprintf(out, " focus");
    else if (value.vt == VT_BOOL && property == ENABLED && !value.boolVal) fprintf(out, " disabled");
    else if (value.vt == VT_BSTR) {
        WideCharToMultiByte(CP_UTF8, 0, value.bstrVal, -1, text, sizeof text, NULL, NULL);
        fprintf(out, " [%s]", text);
    }
    VariantClear(&value);
}

static void write_element(FILE *out, IRawElementProviderFragment *fragment, int depth) {
    IRawElementProviderSimple *element;
    IRawElementProviderFragment *child = NULL, *next;
    if (FAILED(IRawElementProviderFragment_QueryInterface(fragment, &IID_IRawElementProviderSimple, (void **)&element))) return;
    fprintf(out, "%*s", 2 * depth, "");
    write_property(out, element, KIND);
    write_property(out, element, NAME);
    write_property(out, element, FOCUS);
    write_property(out, element, ENABLED);
    fprintf(out, "\n");
    IRawElementProviderSimple_Release(element);
    if (FAILED(IRawElementProviderFragment_Navigate(fragment, NavigateDirection_FirstChild, &child))) fprintf(out, "fault\n");
    while (child) {
        write_element(out, child, depth + 1);
        next = NULL;
        IRawElementProviderFragment_Navigate(child, NavigateDirection_NextSibling, &next);
        IRawElementProviderFragment_Release(child);
        child = next;
    }
}

__declspec(dllexport) LRESULT WINAPI UiaReturnRawElementProvider(
    HWND window, WPARAM one, LPARAM two, IRawElementProviderSimple *root) {
    IRawElementProviderFragment *fragment;
    FILE *out;
    if (!root || FAILED(IRawElementProviderSimple_QueryInterface(root, &IID_IRawElementProviderFragment, (void **)&fragment)))
        return 0;
    out = fopen(getenv("GOOSETABLE_TREE"), "wb");
    if (out) {
        write_element(out, fragment, 0);
        fclose(out);
    }
    IRawElementProviderFragment_Release(fragment);
    return 0;
}
#endif
