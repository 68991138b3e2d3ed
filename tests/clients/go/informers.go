package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
)

// What handlers of an informer were told, in order.
type told struct {
	mu    sync.Mutex
	lines []string
}

func (t *told) say(line string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, fmt.Sprintf(line, args...))
}

func (t *told) all() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string{}, t.lines...)
}

func (t *told) has(ctx context.Context, count int) error {
	return until(ctx, fmt.Sprintf("%d events, has %v", count, t.all()), func(context.Context) (bool, error) {
		return len(t.all()) >= count, nil
	})
}

func (t *told) handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(now any, initial bool) { t.say("added %s initially %v", nameOf(now), initial) },
		UpdateFunc: func(before, now any) {
			t.say("updated %s newer %v", nameOf(now), before.(metav1.Object).GetResourceVersion() != now.(metav1.Object).GetResourceVersion())
		},
		DeleteFunc: func(last any) { t.say("deleted %s", nameOf(last)) },
	}
}

func nameOf(object any) string { return object.(metav1.Object).GetName() }

// The selector keeps out what the server itself makes in a namespace.
func ours(options *metav1.ListOptions) { options.LabelSelector = "ours=yes" }

func useInformers(ctx context.Context, at *place) (any, error) {
	maps := at.kube.CoreV1().ConfigMaps(at.namespace)
	make := func(name string) error {
		made := configMap(name, map[string]string{"a": "1"})
		made.Labels = map[string]string{"ours": "yes"}
		_, err := maps.Create(ctx, made, metav1.CreateOptions{})
		return err
	}
	if err := make("first"); err != nil {
		return nil, err
	}
	factory := informers.NewSharedInformerFactoryWithOptions(at.kube, 0, informers.WithNamespace(at.namespace), informers.WithTweakListOptions(ours))
	informer, seen := factory.Core().V1().ConfigMaps(), &told{}
	handle, err := informer.Informer().AddEventHandler(seen.handler())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), handle.HasSynced) {
		return nil, fmt.Errorf("the cache did not sync")
	}
	if err := changeWhileWatched(ctx, at, seen, make); err != nil {
		return nil, err
	}
	stored, err := informer.Lister().ConfigMaps(at.namespace).List(labels.Everything())
	if err != nil {
		return nil, err
	}
	lines := seen.all()
	retried, err := watchAgain(ctx, at)
	return map[string]any{
		"told": lines, "stored": plain(stored), "watchList": at.seen.count(&at.seen.initialEvents) > 0, "retried": retried,
	}, err
}

// changeWhileWatched adds, changes and deletes, and takes an object out of what the selector matches.
func changeWhileWatched(ctx context.Context, at *place, seen *told, make func(string) error) error {
	maps := at.kube.CoreV1().ConfigMaps(at.namespace)
	if err := make("second"); err != nil {
		return err
	}
	if err := seen.has(ctx, 2); err != nil {
		return err
	}
	changed, err := maps.Get(ctx, "first", metav1.GetOptions{})
	if err != nil {
		return err
	}
	changed.Data["a"] = "2"
	if _, err := maps.Update(ctx, changed, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := seen.has(ctx, 3); err != nil {
		return err
	}
	if err := maps.Delete(ctx, "first", metav1.DeleteOptions{}); err != nil {
		return err
	}
	if err := seen.has(ctx, 4); err != nil {
		return err
	}
	if err := make("third"); err != nil {
		return err
	}
	third, err := maps.Get(ctx, "third", metav1.GetOptions{})
	if err != nil {
		return err
	}
	third.Labels = nil
	if _, err := maps.Update(ctx, third, metav1.UpdateOptions{}); err != nil {
		return err
	}
	return seen.has(ctx, 6)
}

// watchAgain goes over the same changes with a watcher that starts where a list ended.
func watchAgain(ctx context.Context, at *place) (any, error) {
	maps := at.kube.CoreV1().ConfigMaps(at.namespace)
	options := metav1.ListOptions{}
	ours(&options)
	listed, err := maps.List(ctx, options)
	if err != nil {
		return nil, err
	}
	source := &cache.ListWatch{WatchFuncWithContext: func(ctx context.Context, more metav1.ListOptions) (watch.Interface, error) {
		ours(&more)
		seconds := int64(1)
		more.TimeoutSeconds = &seconds
		return maps.Watch(ctx, more)
	}}
	watcher, err := watchtools.NewRetryWatcherWithContext(ctx, listed.ResourceVersion, source)
	if err != nil {
		return nil, err
	}
	defer watcher.Stop()
	// Longer than one watch lasts, so that it is resumed in between.
	time.Sleep(1500 * time.Millisecond)
	made := configMap("late", nil)
	made.Labels = map[string]string{"ours": "yes"}
	if _, err := maps.Create(ctx, made, metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	select {
	case event := <-watcher.ResultChan():
		found, isMap := event.Object.(*corev1.ConfigMap)
		if !isMap {
			return nil, fmt.Errorf("watched %v", plain(event.Object))
		}
		return string(event.Type) + " " + found.Name, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func useMetadata(ctx context.Context, at *place) (any, error) {
	maps := at.kube.CoreV1().ConfigMaps(at.namespace)
	made := configMap("m1", map[string]string{"big": "value"})
	made.Labels = map[string]string{"ours": "yes"}
	if _, err := maps.Create(ctx, made, metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	factory := metadatainformer.NewFilteredSharedInformerFactory(at.metadata, 0, at.namespace, ours)
	informer, seen := factory.ForResource(configMaps), &told{}
	if _, err := informer.Informer().AddEventHandler(seen.handler()); err != nil {
		return nil, err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	client := at.metadata.Resource(configMaps).Namespace(at.namespace)
	patched, err := client.Patch(ctx, "m1", "application/merge-patch+json", []byte(`{"metadata":{"labels":{"more":"yes"}}}`), metav1.PatchOptions{})
	if err != nil {
		return nil, err
	}
	if err := seen.has(ctx, 2); err != nil {
		return nil, err
	}
	listed, err := client.List(ctx, metav1.ListOptions{LabelSelector: "ours"})
	if err != nil {
		return nil, err
	}
	for at := range listed.Items {
		// In protobuf, which a real server answers with, these are not there.
		listed.Items[at].TypeMeta = metav1.TypeMeta{}
	}
	if err := client.Delete(ctx, "m1", metav1.DeleteOptions{}); err != nil {
		return nil, err
	}
	err = seen.has(ctx, 3)
	return map[string]any{
		"told": seen.all(), "patched": plain(patched), "listed": plain(listed),
		"asked": at.seen.count(&at.seen.metadataOnly) > 0, "watchList": at.seen.count(&at.seen.initialEvents) > 0,
	}, err
}
